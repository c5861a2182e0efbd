import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../contract/patients.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { Hint } from '../../ui/card.tsx'
import { CardRow, Cards, Table, TableFrame, useCards } from '../../ui/rows.tsx'

const Lines = styled(Table)({
  '& th:first-of-type': { width: 88, whiteSpace: 'nowrap' },
  '& tbody th': { fontWeight: 600 },
  '& td': { overflowWrap: 'anywhere' },
})

// As high as some ten lines: what stands below stays near.
const Frame = styled(TableFrame)({ maxHeight: 520, overflowY: 'auto' })

/** The lines that were left out, with the server's words for why, which are English in every language. */
export function WrongLines({ errors, failed }: Pick<ImportReport, 'errors' | 'failed'>) {
  const { t, i18n } = useTranslation('patients')
  const isNarrow = useCards()
  const more = failed - errors.length
  return (
    <>
      <div>
        <h3>{t('wrong.title')}</h3>
        <Hint>{t('wrong.hint')}</Hint>
      </div>
      {isNarrow ? (
        <Cards>
          {errors.map(({ line, message }) => (
            <CardRow key={line}>
              <strong>{t('wrong.lineOf', { line })}</strong>
              <span lang="en">{message}</span>
            </CardRow>
          ))}
        </Cards>
      ) : (
        // Focusable, since it scrolls.
        <Frame tabIndex={0} role="region" aria-label={t('wrong.title')}>
          <Lines>
            <thead>
              <tr>
                <th scope="col">{t('wrong.line')}</th>
                <th scope="col">{t('wrong.what')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, message }) => (
                <tr key={line}>
                  <th scope="row">{line}</th>
                  <td lang="en">{message}</td>
                </tr>
              ))}
            </tbody>
          </Lines>
        </Frame>
      )}
      {more > 0 && (
        <p>
          {t('wrong.more', {
            count: more,
            number: new Intl.NumberFormat(isoLanguage(i18n.language)).format(more),
          })}
        </p>
      )}
    </>
  )
}

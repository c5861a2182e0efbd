import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../contract/patients.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { Hint } from '../../ui/card.tsx'
import { ListCards } from '../../ui/paged-list/list-cards.tsx'
import { ListTable } from '../../ui/paged-list/list-table.tsx'
import { useFits } from '../../ui/paged-list/use-fits.ts'

const TABLE_FROM_PX = 560

// About ten lines high, so that what follows stays near.
const Frame = styled('div')({ maxHeight: 520, overflowY: 'auto', '--top-bar': '0px' })

/** The server's reasons are English in every language. The report has all lines at once, so there are no pages. */
export function WrongLines({ errors, failed }: Pick<ImportReport, 'errors' | 'failed'>) {
  const { t, i18n } = useTranslation('patients')
  const [place, isTable] = useFits(TABLE_FROM_PX)
  const more = failed - errors.length
  const list = {
    label: t('wrong.title'),
    rows: errors.map((error) => ({ id: String(error.line), ...error })),
  }
  return (
    <>
      <div>
        <h3>{t('wrong.title')}</h3>
        <Hint>{t('wrong.hint')}</Hint>
      </div>
      <div ref={place}>
        {isTable ? (
          // Focusable, since it scrolls.
          <Frame tabIndex={0} role="region" aria-label={list.label}>
            <ListTable
              {...list}
              columns={[
                {
                  name: 'line',
                  head: t('wrong.line'),
                  width: 88,
                  isRowHeader: true,
                  cell: ({ line }) => <strong>{line}</strong>,
                },
                {
                  name: 'message',
                  head: t('wrong.what'),
                  cell: ({ message }) => <span lang="en">{message}</span>,
                },
              ]}
            />
          </Frame>
        ) : (
          <ListCards
            {...list}
            card={({ line, message }) => (
              <>
                <strong>{t('wrong.lineOf', { line })}</strong>
                <span lang="en">{message}</span>
              </>
            )}
          />
        )}
      </div>
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

import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../contract/patients.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { ListCards } from '../../ui/paged-list/list-cards.tsx'
import { ListTable } from '../../ui/paged-list/list-table.tsx'
import { useFits } from '../../ui/paged-list/use-fits.ts'

const Counts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 104px), 1fr))',
  gap: 12,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexDirection: 'column-reverse',
    padding: '10px 12px',
    borderRadius: 8,
    backgroundColor: theme.vars.palette.background.default,
  },
  '& > div[data-wrong=true]': {
    color: theme.vars.palette.error.main,
    backgroundColor: theme.vars.palette.error.light,
  },
  '& dt': { fontSize: '0.875rem' },
  '& > div:not([data-wrong=true]) dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.3 },
}))

const KINDS = ['created', 'updated', 'unchanged', 'failed'] as const

export function Report({ report, title }: { report: ImportReport; title: string }) {
  const { t, i18n } = useTranslation('patients')
  const { failed, overwritten, otherNames, errors, dryRun } = report
  const tense = dryRun ? 'would' : 'did'
  const number = new Intl.NumberFormat(isoLanguage(i18n.language))
  return (
    <Card>
      <div>
        <h2>{title}</h2>
        {dryRun && <Hint>{t('nothingStored')}</Hint>}
      </div>
      <Counts>
        {KINDS.map((kind) => (
          <div key={kind} data-wrong={kind === 'failed' && failed > 0}>
            <dt>{t(`${tense}.${kind}`)}</dt>
            <dd>{number.format(report[kind])}</dd>
          </div>
        ))}
      </Counts>
      {overwritten > 0 && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span>{t(`${tense}.overwritten`, { count: overwritten })}</span>
        </Note>
      )}
      {otherNames > 0 && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span>{t('otherNames.counted', { count: otherNames })}</span>
        </Note>
      )}
      {errors.length > 0 && <WrongLines errors={errors} failed={failed} />}
    </Card>
  )
}

const TABLE_FROM_PX = 560

// About ten lines high, so that what follows stays near.
const Frame = styled('div')({ maxHeight: 520, overflowY: 'auto', '--top-bar': '0px' })

/** The server's reasons are English in every language. The report has all lines at once, so there are no pages. */
function WrongLines({ errors, failed }: Pick<ImportReport, 'errors' | 'failed'>) {
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

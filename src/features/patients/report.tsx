import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../contract/patients.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { WrongLines } from './wrong-lines.tsx'

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

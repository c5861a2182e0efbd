import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PATIENT_COLUMNS, REQUIRED_PATIENT_COLUMNS } from '../../../contract/patients.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { exampleFile } from './example-file.ts'

const Rules = styled('ul')({ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 6 })

const Columns = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  fontSize: '0.875rem',
  '& dt': { fontFamily: 'monospace', fontWeight: 600 },
  '& dd': { margin: 0, color: theme.vars.palette.text.secondary },
}))

const isRequired = (column: string) => REQUIRED_PATIENT_COLUMNS.some((required) => required === column)

export function FileHelp() {
  const { t } = useTranslation('patients')
  const headingId = useId()
  const save = () =>
    saveFile('patients-example.csv', new Blob([exampleFile()], { type: 'text/csv;charset=utf-8' }))
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId}>{t('help.title')}</h2>
      <Rules>
        <li>{t('help.format')}</li>
        <li>{t('help.head')}</li>
        <li>{t('help.matched')}</li>
        <li>{t('help.truth')}</li>
      </Rules>
      <div>
        <Button variant="outlined" startIcon={<Download size={18} aria-hidden="true" />} onClick={save}>
          {t('help.example')}
        </Button>
      </div>
      <div>
        <h3>{t('help.columns')}</h3>
        <Hint>{t('help.columnsHint')}</Hint>
      </div>
      <Columns>
        {PATIENT_COLUMNS.map((column) => (
          <Column key={column} name={column} what={t(`column.${column}`)} required={isRequired(column)} />
        ))}
      </Columns>
    </Card>
  )
}

function Column({ name, what, required }: { name: string; what: string; required: boolean }) {
  const { t } = useTranslation('patients')
  return (
    <>
      {/* Column names are the same in every language. */}
      <dt translate="no">{name}</dt>
      <dd>{required ? t('help.required', { what }) : what}</dd>
    </>
  )
}

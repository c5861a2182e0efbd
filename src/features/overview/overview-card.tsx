import { styled } from '@mui/material/styles'
import Download from 'lucide-react/icons/download'
import Table from 'lucide-react/icons/table'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuickButton } from '../../ui/quick-button.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvOf, type NumberTable } from './csv.ts'
import { useWords } from './use-words.ts'

const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  padding: '16px 20px 20px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' },
  '& > header > h2': { ...theme.typography.h3, flex: 1, minWidth: 'min(100%, 12ch)' },
  '& > header > p': { flexBasis: '100%', fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& > header strong': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  [theme.breakpoints.down('sm')]: { padding: '12px 16px 16px' },
  '@media print': { breakInside: 'avoid', '& button': { display: 'none' } },
}))

const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  margin: '-4px -8px -4px 0',
  color: theme.vars.palette.primary.main,
  '& > button': { padding: '4px 8px', gap: 6 },
  '& > button[aria-pressed=true]': { textDecoration: 'underline', textUnderlineOffset: '0.25em' },
}))

const Scroll = styled('div')(({ theme }) => ({
  maxHeight: 420,
  overflow: 'auto',
  fontSize: '0.875rem',
  '& > table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': {
    padding: '6px 12px 6px 0',
    textAlign: 'right',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type, & td:first-of-type, & [data-text]': { textAlign: 'left' },
  '& td:first-of-type': { whiteSpace: 'nowrap' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    backgroundColor: theme.vars.palette.background.paper,
    fontWeight: 600,
  },
  '@media print': { maxHeight: 'none', overflow: 'visible' },
}))

type Props = {
  title: string
  /** The finding of the numbers, and its consequence. */
  finding: string
  detail?: string
  table: NumberTable
  /** Name of the file without its ending. */
  file: string
  /** Controls or explanation in the head. */
  head?: ReactNode
  /** Left out: there is nothing to show. */
  children?: ReactNode
}

/** One picture of the overview: what it says, and its numbers as a table and a file. */
export function OverviewCard({ title, finding, detail, table, file, head, children }: Props) {
  const { t } = useTranslation('overview')
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const save = () => saveFile(`${file}.csv`, new Blob([csvOf(table)], { type: 'text/csv' }))
  return (
    <Frame aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {children && (
          <Tools>
            <QuickButton
              type="button"
              aria-pressed={isTable}
              aria-label={t('tableOf', { title })}
              onClick={() => setTable(!isTable)}
            >
              <Table size={16} aria-hidden="true" />
              {t('table')}
            </QuickButton>
            <QuickButton type="button" aria-label={t('csvOf', { title })} onClick={save}>
              <Download size={16} aria-hidden="true" />
              {t('csv')}
            </QuickButton>
          </Tools>
        )}
        <p>
          <strong>{finding}</strong> {detail}
        </p>
      </header>
      {children && head}
      {children && isTable ? <Numbers title={title} table={table} /> : children}
    </Frame>
  )
}

function Numbers({ title, table: { head, rows } }: { title: string; table: NumberTable }) {
  const { count, day } = useWords()
  // Files have days in digits, as other programs read them.
  const shown = (value: string) => value.replace(/^\d{4}-\d\d-\d\d/, day)
  const isText = (column: number) => rows.some((row) => typeof row[column] === 'string')
  return (
    <Scroll tabIndex={0} role="group" aria-label={title}>
      <table aria-label={title}>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" data-text={isText(column) || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={head[column]} data-text={isText(column) || undefined}>
                  {typeof value === 'number' ? count(value) : value && shown(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

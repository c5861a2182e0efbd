import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { AUDIT_KINDS, type AuditFilter, type AuditKind, ExportAudit } from '../../../contract/audit.ts'
import { auditQueries } from '../../api/audit.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'

const Filters = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
  gap: 12,
  alignItems: 'end',
  '& > p': { gridColumn: '1 / -1', margin: 0, color: theme.vars.palette.error.main, fontSize: '0.875rem' },
}))

const Label = styled('label')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  fontSize: '0.875rem',
  fontWeight: 600,
  '& > input': {
    boxSizing: 'border-box',
    minWidth: 0,
    minHeight: TARGET_PX,
    padding: '0 12px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    fontWeight: 400,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
    '&:hover': { borderColor: theme.vars.palette.text.primary },
    '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
  },
}))

type Props = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

/** What is shown: the selects at once, what is typed with 'Show'. */
export function AuditFilters({ filter, onFilter }: Props) {
  const { t } = useTranslation('audit')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { data } = useQuery(auditQueries.people(adminId))
  const [typed, setTyped] = useState(filter)
  const [isWrong, setWrong] = useState(false)
  const errorId = useId()
  const people = (data?.data ?? []).map(({ id, name }) => [id, name] as const)

  const choose = (change: Partial<AuditFilter>) => {
    const asked = v.safeParse(ExportAudit, { ...typed, ...change })
    setTyped({ ...typed, ...change })
    setWrong(!asked.success)
    if (asked.success) onFilter(asked.output)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose({})
  }
  const input = (name: 'about' | 'from' | 'to', label: string, type = 'text') => (
    <Label>
      {label}
      <input
        type={type}
        value={typed[name]}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong && name === 'about'}
        aria-describedby={isWrong ? errorId : undefined}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </Label>
  )
  return (
    <Filters onSubmit={submit} noValidate>
      <FilterSelect
        label={t('person')}
        heading={t('person')}
        value={typed.staff}
        options={[['', t('everybody')], ...people]}
        onChoose={(staff) => choose({ staff })}
      />
      <FilterSelect<AuditKind | ''>
        label={t('kind')}
        heading={t('kind')}
        value={typed.kind}
        options={[['', t('kinds.all')], ...AUDIT_KINDS.map((kind) => [kind, t(`kinds.${kind}`)] as const)]}
        onChoose={(kind) => choose({ kind })}
      />
      {input('about', t('aboutField'))}
      {input('from', t('from'), 'date')}
      {input('to', t('to'), 'date')}
      <Button type="submit" variant="outlined">
        {t('show')}
      </Button>
      {isWrong && (
        <p id={errorId} role="alert">
          {t('aboutWrong')}
        </p>
      )}
    </Filters>
  )
}

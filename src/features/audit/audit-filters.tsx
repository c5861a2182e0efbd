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
import { useMomentField } from '../../ui/pickers/use-moment-field.ts'

const Filters = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
  gap: 12,
  alignItems: 'end',
  '& .MuiInputLabel-root': { marginBottom: 4, lineHeight: 'inherit' },
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

/** Filters: selects apply at once, typed ones by 'Show'. */
export function AuditFilters({ filter, onFilter }: Props) {
  const { t } = useTranslation('audit')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const { data } = useQuery(auditQueries.people(adminId))
  const [typed, setTyped] = useState(filter)
  const [wrong, setWrong] = useState<'about' | 'days' | null>(null)
  const errorId = useId()
  const people = (data?.data ?? []).map(({ id, name }) => [id, name] as const)

  const choose = (change: Partial<AuditFilter>) => {
    const asked = v.safeParse(ExportAudit, { ...typed, ...change })
    setTyped({ ...typed, ...change })
    setWrong(
      asked.success ? null : asked.issues.some(({ path }) => path?.[0].key === 'about') ? 'about' : 'days',
    )
    if (asked.success) onFilter(asked.output)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose({})
  }
  const day = (name: 'from' | 'to', label: string) => (
    <DayField
      label={label}
      day={typed[name]}
      min={name === 'to' ? typed.from : ''}
      onDay={(text) => setTyped({ ...typed, [name]: text })}
    />
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
      <Label>
        {t('aboutField')}
        <input
          type="text"
          value={typed.about}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong === 'about'}
          aria-describedby={wrong === 'about' ? errorId : undefined}
          onChange={({ target }) => setTyped({ ...typed, about: target.value })}
        />
      </Label>
      {day('from', t('from'))}
      {day('to', t('to'))}
      <Button type="submit" variant="outlined">
        {t('show')}
      </Button>
      {wrong && (
        <p id={errorId} role="alert">
          {t(wrong === 'about' ? 'aboutWrong' : 'daysWrong')}
        </p>
      )}
    </Filters>
  )
}

type DayFieldProps = { label: string; day: string; min: string; onDay: (text: string) => void }

/** A day by our pickers. Half of one doesn't count: the address has whole days. */
function DayField({ label, day, min, onDay }: DayFieldProps) {
  const id = useId()
  const MomentField = useMomentField(() => {})
  if (!MomentField) return null
  return (
    <MomentField
      field={{ id, value: day, error: undefined, change: onDay }}
      label={label}
      kind="day"
      isDense
      {...(min.length > 1 && { min })}
    />
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { mayAtom } from '../../../session/rights.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { cancelDisabledReason } from '../actions/disabled-reason.ts'
import { NextStep } from '../actions/next-step.tsx'
import { toCancelAtom } from '../actions/use-changes.ts'

const Buttons = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '4px 12px',
  '& > button': { padding: '4px 12px', fontSize: '0.875rem' },
  '& > p': {
    gridColumn: '1 / -1',
    textAlign: 'end',
    fontSize: '0.875rem',
    color: theme.vars.palette.text.secondary,
  },
  '& > [aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    cursor: 'not-allowed',
  },
}))

export function DetailsActions({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const mayWrite = useAtomValue(mayAtom)('book.write')
  const askToCancel = useSetAtom(toCancelAtom)
  const disabledReason = cancelDisabledReason(row, useDisabledReason())
  const reasonId = useId()
  if (!mayWrite || row.status === 'cancelled') return null
  return (
    <Buttons>
      <NextStep of={row} fullWidth />
      <Button
        variant="outlined"
        color="error"
        aria-disabled={disabledReason !== null}
        aria-describedby={disabledReason ? reasonId : undefined}
        onClick={({ currentTarget }) => {
          if (!disabledReason) askToCancel({ row, opener: currentTarget })
        }}
      >
        {t('actions.cancel')}
      </Button>
      {disabledReason && <p id={reasonId}>{t(`actions.${disabledReason}`)}</p>}
    </Buttons>
  )
}

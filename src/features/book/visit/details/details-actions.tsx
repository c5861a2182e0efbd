import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { prefetchDesk } from '../../desk/panels.ts'
import { toMoveAtom } from '../../state/move-atom.ts'
import { toCancelAtom } from '../../state/use-changes.ts'
import { cancelDisabledReason } from '../disabled-reason.ts'
import { NextStep } from '../next-step.tsx'
import { isMovable } from '../visit-state.ts'
import { DetailsMenu } from './details-menu.tsx'

/** As on the calendar. */
const MOVE_KEY = 'm'

const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 12px',
  '& > button:not([aria-haspopup])': {
    flex: '1 1 auto',
    width: 'auto',
    minHeight: 36,
    padding: '4px 12px',
    fontSize: '0.875rem',
  },
  '@media (pointer: coarse)': { '& > button:not([aria-haspopup])': { minHeight: 44 } },
  '& .key': {
    marginInlineStart: 8,
    padding: '0 6px',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.divider}`,
    font: 'inherit',
    fontSize: '0.75rem',
    fontWeight: 400,
    color: theme.vars.palette.text.secondary,
    '@media (pointer: coarse)': { display: 'none' },
  },
  '& > p': {
    flex: '1 1 100%',
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

/** Confirm, move, cancel; what is rarer stands in the menu. */
export function DetailsActions({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const mayWrite = useAtomValue(mayAtom)('book.write')
  const askToCancel = useSetAtom(toCancelAtom)
  const askToMove = useSetAtom(toMoveAtom)
  const offline = useDisabledReason()
  const disabledReason = cancelDisabledReason(row, offline)
  const reasonId = useId()
  const move = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isHere = target instanceof Element && target.closest('[data-visit]') !== null
      if (key === MOVE_KEY && isHere && !ctrlKey && !metaKey && !altKey) move.current?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const menu = <DetailsMenu of={row} />
  if (!mayWrite || row.status === 'cancelled') return <Buttons>{menu}</Buttons>
  return (
    <Buttons>
      {row.isOpen && <NextStep of={row} fullWidth />}
      {isMovable(row) && (
        <Button
          ref={move}
          variant="outlined"
          aria-keyshortcuts={MOVE_KEY}
          startIcon={<CalendarClock size={18} aria-hidden="true" />}
          aria-disabled={offline !== null}
          aria-describedby={offline ? reasonId : undefined}
          onPointerEnter={prefetchDesk}
          onClick={({ currentTarget }) => {
            if (!offline) askToMove({ row, opener: currentTarget })
          }}
        >
          {t('actions.move')}
          <span className="key" aria-hidden="true">
            {MOVE_KEY.toUpperCase()}
          </span>
        </Button>
      )}
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
      {menu}
      {disabledReason && <p id={reasonId}>{t(`actions.${disabledReason}`)}</p>}
    </Buttons>
  )
}

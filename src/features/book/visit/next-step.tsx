import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import { type MouseEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useChanges } from '../state/use-changes.ts'
import { useNaming } from '../state/use-naming.ts'
import { useNotices } from '../state/use-notices.ts'

/** A second press within this time, in milliseconds, counts as a double press: it would undo the first. */
const DOUBLE_PRESS_MS = 600

const Step = styled(Button)(({ theme }) => ({
  padding: '4px 12px',
  fontSize: '0.875rem',
  whiteSpace: 'nowrap',
  '&[aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    cursor: 'not-allowed',
  },
}))

type Props = { of: Appointment; fullWidth?: boolean }

/** Confirms an open appointment, reopens a confirmed one. Without a connection it shows why not. */
export function NextStep({ of: row, fullWidth = false }: Props) {
  const { t } = useTranslation('appointments')
  const changes = useChanges()
  const notify = useNotices()
  const disabledReason = useDisabledReason()
  const naming = useNaming()
  const reasonId = useId()
  const lastPress = useRef({ at: Number.NEGATIVE_INFINITY, wasOpen: row.isOpen })

  const press = ({ timeStamp, detail, nativeEvent }: MouseEvent) => {
    // The browser counts the clicks of a mouse. The second of a double click would undo the first.
    const byMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'
    const { at, wasOpen } = lastPress.current
    const isSecond = byMouse ? detail > 1 : wasOpen !== row.isOpen && timeStamp - at < DOUBLE_PRESS_MS
    lastPress.current = { at: timeStamp, wasOpen: row.isOpen }
    if (isSecond) return
    if (disabledReason) notify({ kind: 'cannot', why: disabledReason })
    else void changes.setOpen(row, !row.isOpen)
  }

  const step = row.isOpen ? 'confirm' : 'reopen'
  const Sign = row.isOpen ? Check : Undo2
  return (
    <>
      <Step
        variant="outlined"
        fullWidth={fullWidth}
        startIcon={<Sign size={16} aria-hidden="true" />}
        aria-label={t(`actions.${step}Of`, { who: naming(row) })}
        aria-disabled={disabledReason !== null}
        aria-describedby={disabledReason ? reasonId : undefined}
        title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
        onClick={press}
      >
        {t(`actions.${step}`)}
      </Step>
      {disabledReason && (
        <span id={reasonId} hidden>
          {t(`actions.${disabledReason}`)}
        </span>
      )}
    </>
  )
}

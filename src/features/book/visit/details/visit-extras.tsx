import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import BellRing from 'lucide-react/icons/bell-ring'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppointmentDetails } from '../../../../../contract/appointments.ts'
import type { AddWaitingWire } from '../../../../../contract/waiting-list.ts'
import { clinicDate } from '../../../../../domain/clinic-time.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { addWaiting, removeWaiting, setRecall } from '../../../../api/waiting-changes.ts'
import { clock } from '../../../../clock.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { requestKeys } from '../../../../http/request-keys.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useClinic } from '../../../../use-clinic.ts'
import { useWishForm } from '../../desk/use-wish-form.ts'
import { isMovable, startOf } from '../visit-state.ts'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  minHeight: 36,
  fontSize: '0.875rem',
  '& select': {
    height: 36,
    padding: '0 8px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& button': { minHeight: 36, padding: '4px 12px', fontSize: '0.875rem' },
  '& label': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    width: '100%',
  },
  '@media (pointer: coarse)': { '& select, & button': { minHeight: 44 } },
  '@media print': { display: 'none' },
}))

const MONTHS = [1, 3, 6, 12]

/** Follow-ups of an appointment: an earlier time before it, a recall after it. */
export function VisitExtras({ of: it }: { of: AppointmentDetails }) {
  const clinic = useClinic()
  const { t } = useTranslation('waiting')
  const may = useAtomValue(mayAtom)
  const client = useQueryClient()
  const { notify } = useMessages()
  const offline = useDisabledReason() !== null
  const [busy, setBusy] = useState(false)
  const [isAsked, setAsked] = useStoredState(`new wish ${it.id}`, false)
  const [hadForm, setHadForm] = useState(false)
  const [keys] = useState(requestKeys)
  const add = (entry: AddWaitingWire) => keys.send(entry, (key) => addWaiting(entry, key))
  const ask = () => {
    setAsked(true)
    setHadForm(true)
  }
  const WishForm = useWishForm(isAsked, () => setAsked(false))
  const change = async (act: () => Promise<unknown>) => {
    if (busy || offline) return
    setBusy(true)
    try {
      await act()
      await client.invalidateQueries({ queryKey: appointmentQueries.all() })
      setAsked(false)
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    } finally {
      setBusy(false)
    }
  }
  const today = clinicDate(clock.now(), clinic.timeZone)
  const isToCome = isMovable(it) && !it.waiting && startOf(it) > clock.now().getTime()
  if (isToCome && may('book.write')) {
    const { waitingId } = it
    if (waitingId === null && isAsked && WishForm) {
      return (
        <WishForm
          hasVisit
          today={today}
          busy={busy}
          onAdd={(wish) => void change(() => add({ appointment: it.id, ...wish }))}
          onCancel={() => setAsked(false)}
        />
      )
    }
    return (
      <Row>
        {waitingId !== null && <span>{t('waits')}</span>}
        <Button
          startIcon={waitingId === null ? <BellRing size={18} /> : undefined}
          // Takes the place of the form that had the focus; without it Escape would not reach the panel.
          autoFocus={hadForm}
          aria-busy={busy}
          aria-disabled={offline}
          onClick={() =>
            waitingId === null ? !offline && ask() : void change(() => removeWaiting(waitingId))
          }
        >
          {t(waitingId === null ? 'wait' : 'noMore')}
        </Button>
      </Row>
    )
  }
  if (it.visit === 'done' && may('visit.write')) {
    const months = it.recallMonths
    const choices =
      months === null || MONTHS.includes(months) ? MONTHS : [...MONTHS, months].sort((a, b) => a - b)
    return (
      <Row>
        <label>
          {t('recall')}
          <select
            value={months ?? ''}
            aria-busy={busy}
            disabled={offline}
            onChange={({ target }) =>
              void change(() => setRecall(it.id, target.value === '' ? null : Number(target.value)))
            }
          >
            <option value="">{t('recallNone')}</option>
            {choices.map((count) => (
              <option key={count} value={count}>
                {t('months', { count })}
              </option>
            ))}
          </select>
        </label>
      </Row>
    )
  }
  return null
}

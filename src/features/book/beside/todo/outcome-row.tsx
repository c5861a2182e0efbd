import Button from '@mui/material/Button'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { nextStates } from '../../../../../domain/visits.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { VisitSign } from '../../../../ui/visit-sign.tsx'
import { useClinic } from '../../../../use-clinic.ts'
import { patientName } from '../../state/appointment-label.ts'
import { part } from '../../state/parts.ts'
import { useChanges } from '../../state/use-changes.ts'
import { useDetails } from '../../state/use-details.ts'
import { useNaming } from '../../state/use-naming.ts'
import { useNotices } from '../../state/use-notices.ts'
import { MoreButton } from '../../visit/more-button.tsx'
import { visitNow } from '../../visit/visit-state.ts'
import { focusNext } from '../focus-next.ts'
import { useWhen } from '../use-when.ts'

const OUTCOMES = ['done', 'no_show'] as const

type Props = { of: Appointment; now: { at: number; today: string } }

/** Past appointment without an outcome: done, or no-show. */
export function OutcomeRow({ of: row, now }: Props) {
  const clinic = useClinic()
  const { t } = useTranslation('appointments')
  const when = useWhen(now.today)
  const details = useDetails()
  const changes = useChanges()
  const notify = useNotices()
  const naming = useNaming()
  const disabledReason = useDisabledReason()
  const possible = nextStates(visitNow(row), { now: new Date(now.at), timeZone: clinic.timeZone })
  const press = (visit: 'done' | 'no_show') => (event: MouseEvent) => {
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    focusNext(event.currentTarget)
    void changes.set(row, { kind: 'visit', visit })
  }
  return (
    <li className="row" {...part('row')}>
      <div className="head">
        <button type="button" className="open" {...part('open')} onClick={() => details.open(row.id)}>
          {patientName(row)}
        </button>
        <span className="when">
          {when(row.appointment_date)} · {row.doctor.name}
        </span>
      </div>
      <div className="acts">
        {OUTCOMES.filter((state) => possible.includes(state)).map((state) => (
          <Button
            key={state}
            className="wide"
            variant="outlined"
            color={state === 'done' ? 'primary' : 'error'}
            startIcon={<VisitSign of={state} size={16} />}
            aria-label={t('visit.stepOf', { step: t(`visit.${state}`), who: naming(row) })}
            aria-disabled={disabledReason !== null}
            title={disabledReason ? t(`actions.${disabledReason}`) : undefined}
            onClick={press(state)}
          >
            {t(`visit.${state}`)}
          </Button>
        ))}
        <MoreButton of={row} />
      </div>
    </li>
  )
}

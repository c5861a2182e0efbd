import { styled } from '@mui/material/styles'
import type { Appointment } from '../../../contract/appointments.ts'
import { startCase } from '../../../domain/start-case.ts'
import { clinicMoment } from './clinic-moment.ts'

const Lines = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  '& > *': { display: 'block' },
  '& > strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& > .soft': { color: theme.vars.palette.text.secondary },
  // A long complaint must not push the next patient off the screen.
  '& > .clamped': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    maxWidth: 360,
  },
}))

type Props = { of: Appointment }

/** The patient's name in start case, and the address. As in the booking `surname` is the first name. */
export function Patient({ of: { user } }: Props) {
  return (
    <Lines>
      <strong>{startCase(`${user.surname} ${user.other_names}`)}</strong>
      <span className="soft">{user.address}</span>
    </Lines>
  )
}

/** Email and phone. */
export function Contact({ of: { user } }: Props) {
  return (
    <Lines>
      <span>{user.email}</span>
      <span className="soft">{user.phone_number}</span>
    </Lines>
  )
}

const Moment = styled('time')({
  fontSize: '0.875rem',
  lineHeight: 1.4,
  '& > *': { whiteSpace: 'nowrap' },
  '& > strong': { fontWeight: 600 },
  'td > & > *': { display: 'block' },
})

/** Day and time in clinic time, the time being what the desk looks for; one under the other in a table. */
export function When({ of: { appointment_date } }: Props) {
  const { date, time } = clinicMoment(appointment_date)
  return (
    <Moment dateTime={appointment_date}>
      <span>{date}</span> <strong>{time}</strong>
    </Moment>
  )
}

/** The service with its doctor, and what the patient wrote. */
export function ServiceWanted({ of: { serviceText, doctor, description } }: Props) {
  return (
    <Lines>
      <span>
        {serviceText} · {doctor.name}
      </span>
      {description !== '' && (
        <span className="soft clamped" title={description}>
          {description}
        </span>
      )}
    </Lines>
  )
}

/** The code that people read out. */
export const Reference = styled('span')({
  fontSize: '0.875rem',
  fontWeight: 600,
  letterSpacing: '0.04em',
  whiteSpace: 'nowrap',
})

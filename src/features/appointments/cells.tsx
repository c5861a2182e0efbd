import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { mailLink, patientName, telLink } from './actions/appointment-label.ts'
import { clinicMoment } from './clinic-moment.ts'
import { EmailText } from './email-text.tsx'

/*
 * Plain elements with the classes of cell-styles.ts: a list has dozens of each, and a styled component makes its rules anew
 * in every one of them, before the list can be read.
 */

type Props = { of: Appointment }

/** The patient's name and address. */
export function Patient({ of }: Props) {
  return (
    <div className="lines">
      <strong className="clamped">{patientName(of)}</strong>
      <span className="soft clamped">{of.user.address}</span>
    </div>
  )
}

/** Email and phone, to write and to call. */
export function Contact({ of: { user } }: Props) {
  return (
    <div className="lines links">
      {user.email && (
        <a href={mailLink(user.email)}>
          <EmailText email={user.email} />
        </a>
      )}
      {user.phone_number && (
        <a className="soft" href={telLink(user.phone_number)}>
          {user.phone_number}
        </a>
      )}
    </div>
  )
}

/** Day and time in clinic time, the time being what the desk looks for; one under the other in a table. */
export function When({ of: { appointment_date } }: Props) {
  const { i18n } = useTranslation()
  const { date, time } = clinicMoment(appointment_date, isoLanguage(i18n.language))
  return (
    <time className="moment" dateTime={appointment_date}>
      <span>{date}</span> <strong>{time}</strong>
    </time>
  )
}

/** Goes to the next line as a whole, if it has room there. A box of its own would do too, but WebKit takes it for cut. */
const asOne = (words: string) => words.replaceAll(' ', '\u00a0')

/** The service with its doctor, and what the patient wrote. */
export function ServiceWanted({ of: { serviceText, doctor, description } }: Props) {
  return (
    <div className="lines">
      <span className="clamped">
        {serviceText} · {asOne(doctor.name)}
      </span>
      {description !== '' && <span className="soft clamped">{description}</span>}
    </div>
  )
}

/** The code that people read out. */
export function Reference({ of: { reference } }: Props) {
  return <span className="reference">{reference}</span>
}

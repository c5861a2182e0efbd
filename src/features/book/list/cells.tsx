import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { telAddress } from '../../../ui/contact-addresses.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { mailLink, patientName } from '../state/appointment-label.ts'
import { useDetailsLink } from '../state/use-details.ts'
import { prefetchDialogs } from '../visit/details/dialogs.ts'
import { clinicMoment } from './clinic-moment.ts'
import { OPENS_ROW } from './use-row-keys.ts'

/*
 * Plain elements with the classes of appointment-look.tsx: a list has dozens of each, and a styled component makes its rules anew
 * in every one of them, before the list can be read.
 */

type Props = { of: Appointment }

/** The patient's name, which opens the appointment, and address, with the code that people read out. */
export function Patient({ of }: Props) {
  return (
    <div className="lines">
      <Name of={of} />
      <span className="soft ends">
        <span>{of.user.address}</span> <Reference of={of} />
      </span>
    </div>
  )
}

/** The patient's name, which opens the appointment. */
export function Name({ of }: Props) {
  const detailsLink = useDetailsLink()
  return (
    <strong className="clamped">
      <PageLink
        {...{ [OPENS_ROW]: true }}
        {...detailsLink(of.id)}
        onPointerEnter={prefetchDialogs}
        onFocus={prefetchDialogs}
      >
        {patientName(of)}
      </PageLink>
    </strong>
  )
}

/** Email and phone, to write and to call. */
export function Contact({ of: { user } }: Props) {
  return (
    <div className="lines links">
      {user.email && <a href={mailLink(user.email)}>{user.email}</a>}
      {user.phone_number && (
        <a className="soft" href={telAddress(user.phone_number)}>
          {user.phone_number}
        </a>
      )}
    </div>
  )
}

/** Day and time in clinic time, the time being what the desk looks for; one under the other in a table. Who waits has none. */
export function When({ of: { appointment_date, waiting } }: Props) {
  const { i18n } = useTranslation()
  const { date, time } = clinicMoment(appointment_date, isoLanguage(i18n.language))
  return (
    <time className="moment" dateTime={appointment_date}>
      <span>{date}</span> <strong>{waiting ? '–' : time}</strong>
    </time>
  )
}

/** The service with its doctor, and what the patient wrote. */
export function ServiceWanted({ of: { serviceText, doctor, description } }: Props) {
  return (
    <div className="lines">
      <span className="clamped">{serviceText}</span>
      <span className="soft clamped">
        {doctor.name}
        {description !== '' && ` · ${description}`}
      </span>
    </div>
  )
}

/** The code that people read out. */
export function Reference({ of: { reference } }: Props) {
  return <span className="reference">{reference}</span>
}

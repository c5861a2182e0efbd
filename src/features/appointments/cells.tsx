import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../contract/appointments.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { mailLink, patientName, telLink } from './actions/appointment-label.ts'
import { clinicMoment } from './clinic-moment.ts'
import { EmailText } from './email-text.tsx'

/** Height of a line, in pixels. */
const LINE_PX = 20

const Lines = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  lineHeight: `${LINE_PX}px`,
  // Names and addresses without a space break anywhere, rather than widen the page.
  overflowWrap: 'anywhere',
  '& > *': { display: 'block' },
  '& > strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& > .soft': { color: theme.vars.palette.text.secondary },
  // A long text must not push the next patient off the screen; the details have the whole of it.
  '& > .clamped': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    maxWidth: 480,
  },
  'tr & > .soft.clamped': { WebkitLineClamp: 1 },
}))

type Props = { of: Appointment }

/** The patient's name and address. */
export function Patient({ of }: Props) {
  return (
    <Lines>
      <strong className="clamped">{patientName(of)}</strong>
      <span className="soft clamped">{of.user.address}</span>
    </Lines>
  )
}

const Links = styled(Lines)(({ theme }) => ({
  '& > a': {
    // 24 px, the least that WCAG 2.2 allows for two links under each other.
    padding: '2px 0',
    color: 'inherit',
    textDecoration: 'none',
    '&:hover, &:focus-visible': { textDecoration: 'underline', color: theme.vars.palette.primary.main },
  },
  // The row stays as high as two lines make it.
  'td > &': { margin: '-4px 0' },
  // On a phone they are for thumbs. In the rows of a tablet they would take the room of two; the row's menu has them too.
  '@media (pointer: coarse)': {
    '& > a': { padding: `${(TARGET_PX - LINE_PX) / 2}px 0` },
    'td > & > a': { padding: '5px 0' },
    'td > &': { margin: 0 },
  },
}))

/** Email and phone, to write and to call. */
export function Contact({ of: { user } }: Props) {
  return (
    <Links>
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
    </Links>
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
  const { i18n } = useTranslation()
  const { date, time } = clinicMoment(appointment_date, isoLanguage(i18n.language))
  return (
    <Moment dateTime={appointment_date}>
      <span>{date}</span> <strong>{time}</strong>
    </Moment>
  )
}

/** Goes to the next line as a whole, if it has room there. A box of its own would do too, but WebKit takes it for cut. */
const asOne = (words: string) => words.replaceAll(' ', '\u00a0')

/** The service with its doctor, and what the patient wrote. */
export function ServiceWanted({ of: { serviceText, doctor, description } }: Props) {
  return (
    <Lines>
      <span className="clamped">
        {serviceText} · {asOne(doctor.name)}
      </span>
      {description !== '' && <span className="soft clamped">{description}</span>}
    </Lines>
  )
}

/** The code that people read out. */
export const Reference = styled('span')(({ theme }) => ({
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  letterSpacing: '0.04em',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}))

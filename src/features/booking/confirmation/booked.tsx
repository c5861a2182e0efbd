import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { calendarFile } from '../../../../contract/calendar-file.ts'
import { changeUntil } from '../../../../domain/own-visit.ts'
import { slotInterval } from '../../../../domain/slots.ts'
import { clinicName } from '../../../build.ts'
import { clock } from '../../../clock.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Card } from '../../../ui/card.tsx'
import { MapLink, PhoneLink } from '../../../ui/contact-links.tsx'
import { formatDay, formatTime, zoneCity } from '../../../ui/format-time.ts'
import { InstallHint } from '../../../ui/install/install-hint.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import type { BookedAppointment } from '../state/booking-state.ts'
import { verified } from '../state/patient-form.ts'
import { leavePatient } from '../state/patient-session.ts'
import { StepHeading } from '../step/step-heading.tsx'

const Done = styled('svg')(({ theme }) => ({ color: theme.vars.palette.success.main }))

const Top = styled('div')({ display: 'grid', gap: 12 })

const Reference = styled('p')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 4,
  padding: 16,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.default,
  '& > strong': { fontSize: '1.75rem', lineHeight: 1.3, letterSpacing: '0.12em', fontWeight: 600 },
}))

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  [theme.breakpoints.down('sm')]: { '& > *': { flex: '1 1 100%' } },
}))

const Steps = styled('ul')({
  margin: '8px 0 0',
  paddingLeft: 20,
  display: 'grid',
  gap: 4,
  overflowWrap: 'anywhere',
})

/** The booked state (specification, section 2: 'Step 4'). */
export function BookedNote({ appointment }: { appointment: BookedAppointment }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('later')
  const language = isoLanguage(i18n.language)
  const [{ patient }, send] = useAtom(bookingAtom)
  const store = useStore()
  const { leave } = useMessages()
  const { reference, doctor, assigned, date, email, phone } = appointment
  const place = clinic.locations.find(({ code }) => code === appointment.location)
  const where = place ? `${place.name}, ${place.address}` : appointment.location
  const label = {
    doctor,
    time: formatTime(appointment.time, language),
    day: formatDay(date, language, { year: true }),
    city: zoneCity(clinic.timeZone),
  }

  const { start, end } = slotInterval(date, appointment.time, clinic.timeZone, appointment.minutes)
  // The confirmation has the own link while the visit can be changed by it.
  const hasLink = clock.now() < changeUntil(new Date(start), clinic.booking)

  function addToCalendar() {
    const text = calendarFile(
      {
        method: 'PUBLISH',
        id: reference,
        version: 1,
        startsAt: new Date(start),
        endsAt: new Date(end),
        summary: t('booked.calendarTitle'),
        location: `${clinicName}, ${where}`,
        description: t('booked.calendarReference', { reference }),
        language,
      },
      new Date(),
    )
    saveFile(`appointment-${reference}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  }

  function startOver() {
    // The success was that of the appointment before.
    leave()
    send({ type: 'restarted' })
    // Who is verified stays so, and has nothing to fill in.
    if (patient) send(verified(patient))
  }

  /** For a device that others use: nothing of the patient stays on it. */
  function signOut() {
    leave()
    leavePatient(store)
  }

  return (
    <Card>
      <Top>
        <Done width="48" height="48" viewBox="0 0 48 48" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="24" cy="24" r="21" strokeWidth="3" />
          <path
            d="M14.500 24.500l6.500 6.500 12.500-14"
            strokeWidth="3.500"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </Done>
        <StepHeading as="h1">{t('booked.title')}</StepHeading>
        <p>{t(doctor ? 'booked.messageWithDoctor' : 'booked.message', label)}</p>
        {assigned && <p>{t('booked.assigned', { doctor: assigned })}</p>}
        {appointment.earlier && <p>{t('booked.earlier')}</p>}
        <p>{t('booked.thanks')}</p>
      </Top>
      <Reference>
        {t('booked.reference')}
        <strong>{reference}</strong>
      </Reference>
      <div>
        <h2>{t('booked.next')}</h2>
        <Steps>
          <li>{email ? t('booked.nextMail', { email }) : t('booked.nextSms', { phone })}</li>
          <li>
            {t('booked.nextCome', { address: place?.address ?? appointment.location })}{' '}
            {place && <MapLink address={`${clinicName}, ${place.address}`} />}
          </li>
          <li>
            {t(hasLink ? 'booked.nextChange' : 'booked.nextCall')}{' '}
            {place?.phone && <PhoneLink phone={place.phone} />}
          </li>
        </Steps>
      </div>
      <Actions>
        <Button variant="contained" onClick={addToCalendar}>
          {t('booked.calendar')}
        </Button>
        <Button variant="outlined" onClick={startOver}>
          {t('booked.again')}
        </Button>
        {patient && (
          <Button variant="text" onClick={signOut}>
            {t('booked.signOut')}
          </Button>
        )}
      </Actions>
      <InstallHint audience="patient" />
    </Card>
  )
}

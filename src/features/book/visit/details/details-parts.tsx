import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppointmentDetails, AppointmentEvent } from '../../../../../contract/appointments.ts'
import { isMinor } from '../../../../../domain/booking.ts'
import { clinicDate, clinicTime } from '../../../../../domain/clinic-time.ts'
import { clinicName } from '../../../../build.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { paths } from '../../../../paths.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { telAddress } from '../../../../ui/contact-addresses.ts'
import { formatTime, shortDay, zoneCity } from '../../../../ui/format-time.ts'
import { lazyModule, useLazyModule, withTexts } from '../../../../ui/lazy.tsx'
import { Note, NoteSign } from '../../../../ui/note.tsx'
import { PageLink } from '../../../../ui/page-link.tsx'
import { SentMessages } from '../../../../ui/sent-messages.tsx'
import { useClinic } from '../../../../use-clinic.ts'
import { spanOf } from '../../day/arrange.ts'
import { formatSpan } from '../../day/format-span.ts'
import { mailLink } from '../../state/appointment-label.ts'
import { BlockedBadge, MarkBadges, PlaceBadge, StatusBadge } from '../badges.tsx'
import { EmailText } from '../email-text.tsx'
import { VisitSteps } from './visit-steps.tsx'

/* Waiting and coming again are the server's, so that neither they nor their texts are kept on a device. */
const visitExtras = lazyModule(
  async () => (await withTexts(import('./visit-extras.tsx'), 'waiting')).VisitExtras,
)

const Badges = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, auto) minmax(0, 1fr)',
  gap: '4px 16px',
  margin: 0,
  fontSize: '0.875rem',
  '& > dt': { fontSize: '0.875rem', lineHeight: '24px', color: theme.vars.palette.text.secondary },
  '& > dd': { margin: 0, lineHeight: '24px', overflowWrap: 'anywhere' },
  '& strong': { fontWeight: 600 },
  '& small': { fontSize: 'inherit', color: theme.vars.palette.text.secondary },
  // Line breaks as the patient typed them.
  '& .written': { whiteSpace: 'pre-wrap' },
  '& .missed': { whiteSpace: 'nowrap', color: theme.vars.palette.error.main },
  // Thumb-high on a phone, one line high with a mouse.
  '@media (pointer: coarse)': { '& a': { display: 'inline-block', padding: '10px 0', marginBlock: -10 } },
}))

const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  paddingTop: 16,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

const PatientHead = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
})

export function DetailsParts({ of: it }: { of: AppointmentDetails }) {
  const { t } = useTranslation(['appointments', 'records'])
  const { t: ofRecords } = useTranslation('records')
  return (
    <>
      <VisitSteps of={it} />
      <Badges>
        {it.status === 'cancelled' && <StatusBadge of={it} />}
        {it.blocked && <BlockedBadge />}
        <MarkBadges of={it} />
        <PlaceBadge code={it.user.location} />
      </Badges>
      {it.blocked && (
        <Note kind="info">
          <NoteSign kind="info" />
          <span>{t('records:details.blocked')}</span>
        </Note>
      )}
      <AppointmentFacts of={it} />
      <Extras of={it} />
      <PatientPart of={it} />
      {it.messages && (
        <Section aria-labelledby="details-messages">
          <h3 id="details-messages">{ofRecords('messages.title')}</h3>
          <SentMessages of={it.messages} />
        </Section>
      )}
      <Section aria-labelledby="details-history">
        <h3 id="details-history">{t('records:details.history')}</h3>
        <History events={it.history} />
      </Section>
    </>
  )
}

/** Time, service, doctor and texts of the appointment. */
function AppointmentFacts({ of: it }: { of: AppointmentDetails }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation(['appointments', 'records'])
  const language = isoLanguage(i18n.language)
  const { appointment_date: at } = it
  return (
    <Facts>
      <Fact name={t('records:details.when')}>
        <time dateTime={at}>
          <strong>{it.waiting ? t('visit.no_time') : formatSpan(spanOf(it), language)}</strong>,{' '}
          {shortDay(at.slice(0, 10), language, { year: true })}
        </time>{' '}
        <small>{t('records:details.zone', { city: zoneCity(clinic.timeZone) })}</small>
      </Fact>
      <Fact name={t('records:details.service')}>
        {it.serviceText}, {t('calendar.minutes', { minutes: it.duration })}
      </Fact>
      <Fact name={t('records:details.doctor')}>
        {it.doctor.name}{' '}
        <small>
          ({t(it.doctorChosen ? 'records:details.doctorChosen' : 'records:details.doctorAssigned')})
        </small>
      </Fact>
      <Fact name={t('records:details.reference')}>
        <strong>{it.reference}</strong>
      </Fact>
      {it.cancelReason && <Fact name={t('records:details.reason')}>{it.cancelReason}</Fact>}
      <Fact name={t('records:details.complaint')}>
        {it.description === '' ? (
          <small>{t('records:details.noComplaint')}</small>
        ) : (
          <span className="written">{it.description}</span>
        )}
      </Fact>
    </Facts>
  )
}

/** Contact of the patient, and what the clinic knows about them. */
function PatientPart({ of: { user, patient } }: { of: AppointmentDetails }) {
  const { t, i18n } = useTranslation(['appointments', 'records'])
  const language = isoLanguage(i18n.language)
  const mayRead = useAtomValue(mayAtom)('patients.read')
  return (
    <Section aria-labelledby="details-patient">
      <PatientHead>
        <h3 id="details-patient">{t('records:details.patient')}</h3>
        {patient.id && mayRead && (
          <PageLink to={paths.patient(patient.id)}>{t('records:details.record')}</PageLink>
        )}
      </PatientHead>
      <Facts>
        {user.phone_number && (
          <Fact name={t('records:details.phone')}>
            <a href={telAddress(user.phone_number)}>{user.phone_number}</a>
          </Fact>
        )}
        {user.email && (
          <Fact name={t('records:details.email')}>
            <a href={mailLink(user.email)}>
              <EmailText email={user.email} />
            </a>
          </Fact>
        )}
        {patient.visits !== undefined && (
          <Fact name={t('records:details.visits')}>
            {patient.lastVisit === null
              ? t('records:details.first')
              : t('records:details.last', {
                  count: patient.visits,
                  day: shortDay(patient.lastVisit, language, { year: true }),
                })}
            {patient.noShows > 0 && (
              <>
                {' · '}
                <strong className="missed">{t('records:details.missed', { count: patient.noShows })}</strong>
              </>
            )}
          </Fact>
        )}
        {patient.note !== null && (
          <Fact name={t('records:details.note')}>
            <span className="written">{patient.note}</span>
          </Fact>
        )}
        {isMinor(patient.age) && patient.age !== null && (
          <Fact name={t('records:details.age')}>{t('records:details.years', { count: patient.age })}</Fact>
        )}
        {patient.guardian !== '' ? (
          <Fact name={t('records:details.guardian')}>{patient.guardian}</Fact>
        ) : (
          isMinor(patient.age) && (
            <Fact name={t('records:details.guardian')}>
              <small>{t('records:details.noGuardian')}</small>
            </Fact>
          )
        )}
      </Facts>
    </Section>
  )
}

/** Needs the server; without it, absent. */
function Extras({ of: it }: { of: AppointmentDetails }) {
  const extras = useLazyModule(visitExtras)
  return extras.status === 'ready' ? <extras.module of={it} /> : null
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 8,
  fontSize: '0.875rem',
  '& > li': {
    display: 'grid',
    paddingInlineStart: 16,
    borderInlineStart: `2px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& time': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))

/** Events by patients themselves. */
const OF_PATIENTS = ['booked', 'confirmed', 'reopened', 'cancelled', 'moved'] as const
type OfPatients = (typeof OF_PATIENTS)[number]
const isPatients = (action: string): action is OfPatients =>
  (OF_PATIENTS as readonly string[]).includes(action)

/** The latest first, in clinic time; they come oldest first. */
function History({ events }: { events: readonly AppointmentEvent[] }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation(['appointments', 'records'])
  const language = isoLanguage(i18n.language)
  return (
    <Steps>
      {events.toReversed().map(({ at, action, by, reason, undo }) => {
        const instant = new Date(at)
        const day = shortDay(clinicDate(instant, clinic.timeZone), language, { year: true })
        return (
          <li key={`${at} ${action}`}>
            <span>
              {by === null && isPatients(action)
                ? t(`records:details.byPatient.${action}`)
                : t(`records:details.by.${undo ? 'move_undone' : action}`, { who: by ?? clinicName })}
            </span>
            {reason !== undefined && <q>{reason}</q>}
            <time dateTime={at}>
              {day}, {formatTime(clinicTime(instant, clinic.timeZone), language)}
            </time>
          </li>
        )
      })}
    </Steps>
  )
}

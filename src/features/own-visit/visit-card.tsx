import { styled } from '@mui/material/styles'
import { Check, Circle, CircleX, MapPin, Phone, Stethoscope, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { clinic } from '../../clinic.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { StateTag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { mapAddress } from '../../ui/contact-addresses.ts'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { shortWeekday } from '../../ui/format-time.ts'
import { stateOf } from './early/states.ts'
import { useWhen } from './use-when.ts'
import { monthName } from './when.ts'

const Head = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '& h2': { fontSize: '1.25rem', lineHeight: 1.4 },
  '& p': { marginBottom: '4px' },
  '& h2::first-letter, & p::first-letter': { textTransform: 'uppercase' },
})

const Leaf = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  width: 72,
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  fontSize: '0.75rem',
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  paddingBottom: 6,
  '& > b': {
    width: '100%',
    padding: '3px 0',
    textAlign: 'center',
    fontSize: '0.875rem',
    fontWeight: 600,
    color: theme.vars.palette.primary.contrastText,
    backgroundColor: theme.vars.palette.primary.main,
  },
  '& > strong': { fontSize: '1.75rem', lineHeight: '36px', color: theme.vars.palette.text.primary },
}))

const Facts = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: '0 0 -8px',
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: 12,
    alignItems: 'center',
    minHeight: 44,
    padding: '4px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& svg': { color: theme.vars.palette.text.secondary },
  // As high as a thumb.
  '& a': { padding: '8px 0' },
  '& small': { fontSize: 'inherit', color: theme.vars.palette.text.secondary },
}))

const Soft = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

/** When, with whom and where; nothing that says who. */
export function VisitCard({ visit }: { visit: OwnVisit }) {
  const { t, i18n } = useTranslation('visit')
  const language = isoLanguage(i18n.language)
  const when = useWhen()
  const { appointment_date: at, place } = visit
  const date = at.slice(0, 10)
  return (
    <Card>
      <Head>
        <Leaf aria-hidden="true">
          <b data-slot="month">{monthName(date, language)}</b>
          <strong data-slot="day">{Number(date.slice(8))}</strong>
          <span data-slot="weekday">{shortWeekday(date, language)}</span>
        </Leaf>
        <div>
          <h2>
            <time data-slot="moment" dateTime={at}>
              {when.moment(at)}
            </time>
          </h2>
          <Soft data-slot="about">{t('about', { when: when.ahead(date), minutes: visit.duration })}</Soft>
          <VisitState of={visit} />
        </div>
      </Head>
      <Facts>
        <Fact icon={<Stethoscope size={20} />}>
          <span data-slot="doctor">{visit.doctor}</span>
        </Fact>
        {place.address !== '' && (
          <Fact icon={<MapPin size={20} />}>
            <a
              data-slot="address"
              href={mapAddress(`${clinic.name}, ${place.address}`)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {place.address}
            </a>
          </Fact>
        )}
        {place.phone !== null && (
          <Fact icon={<Phone size={20} />}>
            <PhoneLink phone={place.phone} />
          </Fact>
        )}
        <Fact icon={<Ticket size={20} />}>
          <span>
            <strong data-slot="reference">{visit.reference}</strong>{' '}
            {visit.initials !== '' && (
              <small data-slot="initials">{t('for', { initials: visit.initials })}</small>
            )}
          </span>
        </Fact>
      </Facts>
    </Card>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      {children}
    </li>
  )
}

/** What the patient or the clinic has said of it. */
export function VisitState({ of: visit }: { of: Pick<OwnVisit, 'status' | 'patientConfirmedAt'> }) {
  const { t } = useTranslation('visit')
  const state = stateOf(visit)
  if (state === 'cancelled')
    return (
      <StateTag data-slot="state" tint="cancelled">
        <CircleX size={12} aria-hidden="true" />
        {t('state.cancelled')}
      </StateTag>
    )
  const isConfirmed = state === 'confirmed'
  return (
    <StateTag data-slot="state" tint={isConfirmed ? 'closed' : 'open'}>
      {isConfirmed ? <Check size={12} aria-hidden="true" /> : <Circle size={12} aria-hidden="true" />}
      {t(isConfirmed ? 'state.confirmed' : 'state.open')}
    </StateTag>
  )
}

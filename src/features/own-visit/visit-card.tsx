import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import CircleX from 'lucide-react/icons/circle-x'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Ticket from 'lucide-react/icons/ticket'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { clinicName } from '../../build.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { mapAddress } from '../../ui/contact-addresses.ts'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { shortWeekday } from '../../ui/format-time.ts'
import { stateOf } from './states.ts'
import { useWhen } from './use-when.ts'
import { monthName } from './when.ts'

/** When, with whom and where; nothing that says who. */
export function VisitCard({ visit }: { visit: OwnVisit }) {
  const { t, i18n } = useTranslation('visit')
  const language = isoLanguage(i18n.language)
  const when = useWhen()
  const { appointment_date: at, place } = visit
  const date = at.slice(0, 10)
  return (
    <section className="visit-card">
      <div className="visit-head">
        <div className="visit-date" aria-hidden="true">
          <b>{monthName(date, language)}</b>
          <strong>{Number(date.slice(8))}</strong>
          <span>{shortWeekday(date, language)}</span>
        </div>
        <div>
          <h2>
            <time dateTime={at}>{when.moment(at)}</time>
          </h2>
          <p className="visit-soft">{t('about', { when: when.ahead(date), minutes: visit.duration })}</p>
          <VisitState of={visit} />
        </div>
      </div>
      <ul className="visit-facts">
        <Fact icon={<Stethoscope size={20} />}>
          <span>{visit.doctor}</span>
        </Fact>
        {place.address !== '' && (
          <Fact icon={<MapPin size={20} />}>
            <a href={mapAddress(`${clinicName}, ${place.address}`)} target="_blank" rel="noopener noreferrer">
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
            <strong>{visit.reference}</strong>{' '}
            {visit.initials !== '' && <small>{t('for', { initials: visit.initials })}</small>}
          </span>
        </Fact>
      </ul>
    </section>
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

const SIGNS = { open: Circle, confirmed: Check, cancelled: CircleX }

/** What the patient or the clinic has said of it. */
function VisitState({ of: visit }: { of: OwnVisit }) {
  const { t } = useTranslation('visit')
  const state = stateOf(visit)
  const Sign = SIGNS[state]
  return (
    <span className="visit-state" data-state={state}>
      <Sign size={12} aria-hidden="true" />
      {t(`state.${state}`)}
    </span>
  )
}

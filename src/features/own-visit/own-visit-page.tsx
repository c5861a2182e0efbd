import { lazy, Suspense, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import { clinicName } from '../../build.ts'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { type Opened, useOwnVisit } from './use-own-visit.ts'
import { VisitButton } from './visit-button.tsx'
import { VisitClinic } from './visit-clinic.ts'
import { VisitFrame, VisitLoading } from './visit-frame.tsx'
import { VisitView } from './visit-view.tsx'

const FirstOffer = lazy(async () => ({ default: (await import('./first-offer.tsx')).FirstOffer }))

/** /visit, in SMS /v: a patient's own visit, by the link that a message brought. */
export function OwnVisitPage() {
  const { t } = useTranslation('visit')
  const { token, clinic, opened, show, lose } = useOwnVisit()
  const title = t('title')
  useEffect(() => {
    document.title = `${title} | ${clinicName}`
  }, [title])
  return (
    <VisitClinic value={clinic}>
      <VisitFrame>
        {opened.is === 'there' ? (
          <VisitView key={token} token={token} visit={opened.visit} onChanged={show} onDead={lose} />
        ) : opened.is === 'offer' ? (
          <Suspense fallback={<Otherwise opened={{ is: 'loading' }} />}>
            <FirstOffer key={token} token={token.slice(OFFER_TOKEN.length)} onDead={lose} />
          </Suspense>
        ) : (
          <Otherwise opened={opened} />
        )}
      </VisitFrame>
    </VisitClinic>
  )
}

function Otherwise({ opened }: { opened: Exclude<Opened, { is: 'there' | 'offer' }> }) {
  const { t } = useTranslation('visit')
  switch (opened.is) {
    case 'loading':
      return <VisitLoading />
    case 'dead':
      return (
        <section className="visit-card">
          <p role="alert">{t('dead')}</p>
          <ClinicPhones />
        </section>
      )
    case 'failed':
      return (
        <section className="visit-card">
          <p role="alert">{t('failed')}</p>
          <VisitButton look="contained" onClick={opened.retry}>
            {t('retry')}
          </VisitButton>
          <ClinicPhones />
        </section>
      )
  }
}

/** Of all locations: nobody knows which one the link was about. */
function ClinicPhones() {
  const locations = useContext(VisitClinic)?.locations ?? []
  return (
    <ul className="visit-phones">
      {locations.map(
        ({ code, name, phone }) =>
          phone && (
            <li key={code}>
              {locations.length > 1 && <span>{name}</span>}
              <PhoneLink phone={phone} />
            </li>
          ),
      )}
    </ul>
  )
}

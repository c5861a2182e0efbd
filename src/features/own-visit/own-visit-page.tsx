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

/**
 * /visit, in SMS /v: a patient's own visit, by the link that a message brought.
 * @param first what that link opened
 */
export function OwnVisitPage({ first }: { first: Opened }) {
  const { t } = useTranslation('visit')
  const { opened, retry, show, lose } = useOwnVisit(first)
  const { token, clinic } = opened
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
          <Suspense fallback={<VisitLoading />}>
            <FirstOffer key={token} token={token.slice(OFFER_TOKEN.length)} onDead={lose} />
          </Suspense>
        ) : (
          <Otherwise is={opened.is} retry={retry} />
        )}
      </VisitFrame>
    </VisitClinic>
  )
}

function Otherwise({ is, retry }: { is: Exclude<Opened['is'], 'there' | 'offer'>; retry: () => void }) {
  const { t } = useTranslation('visit')
  switch (is) {
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
          <VisitButton look="contained" onClick={retry}>
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

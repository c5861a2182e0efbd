import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import { clinic } from '../../clinic.ts'
import { Card } from '../../ui/card.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { type Opened, useOwnVisit } from './use-own-visit.ts'
import { VisitFrame, VisitLoading } from './visit-frame.tsx'
import { VisitView } from './visit-view.tsx'

const FirstOffer = lazy(async () => ({ default: (await import('./first-offer.tsx')).FirstOffer }))

const Phones = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  '& > li': { display: 'flex', flexWrap: 'wrap', gap: '0 12px', alignItems: 'center', minHeight: 44 },
  '& a': { padding: '10px 0' },
})

/** /visit, in SMS /v: a patient's own visit, by the link that a message brought. */
export function OwnVisitPage() {
  const { t } = useTranslation('visit')
  const { token, opened, show, lose } = useOwnVisit()
  const title = t('title')
  useEffect(() => {
    document.title = `${title} | ${clinic.name}`
  }, [title])
  return (
    <VisitFrame>
      {opened.is === 'there' ? (
        <VisitView
          key={token}
          token={token}
          visit={opened.visit}
          opens={opened.opens}
          onChanged={show}
          onDead={lose}
        />
      ) : opened.is === 'offer' ? (
        <Suspense fallback={<Otherwise opened={{ is: 'loading' }} />}>
          <FirstOffer key={token} token={token.slice(OFFER_TOKEN.length)} onDead={lose} />
        </Suspense>
      ) : (
        <Otherwise opened={opened} />
      )}
    </VisitFrame>
  )
}

function Otherwise({ opened }: { opened: Exclude<Opened, { is: 'there' | 'offer' }> }) {
  const { t } = useTranslation('visit')
  switch (opened.is) {
    case 'loading':
      return <VisitLoading />
    case 'dead':
      return (
        <Card>
          <p role="alert">{t('dead')}</p>
          <ClinicPhones />
        </Card>
      )
    case 'failed':
      return (
        <Card>
          <p role="alert">{t('failed')}</p>
          <Button variant="contained" onClick={opened.retry}>
            {t('retry')}
          </Button>
          <ClinicPhones />
        </Card>
      )
  }
}

/** Of all locations: nobody knows which one the link was about. */
function ClinicPhones() {
  return (
    <Phones>
      {clinic.locations.map(
        ({ code, name, phone }) =>
          phone && (
            <li key={code}>
              {clinic.locations.length > 1 && <span>{name}</span>}
              <PhoneLink phone={phone} />
            </li>
          ),
      )}
    </Phones>
  )
}

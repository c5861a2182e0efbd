import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClaimedSlot, FirstOffer as Offered } from '../../../contract/offer.ts'
import { claimFirstOffer, fetchOffer } from '../../api/offer.ts'
import { ApiError } from '../../http/api-error.ts'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { isDeadLink } from './states.ts'
import { useWhen } from './use-when.ts'
import { VisitButton } from './visit-button.tsx'

type Props = { token: string; onDead: () => void }

/** A time that became free, for somebody who waits for a first visit. It is booked by a press alone. */
export function FirstOffer({ token, onDead }: Props) {
  const { t } = useTranslation('visit')
  const when = useWhen()
  const [offered, setOffered] = useState<Offered | null>(null)
  const [booked, setBooked] = useState<ClaimedSlot | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setFailed(false)
    fetchOffer(token, controller.signal).then(setOffered, (error: unknown) => {
      if (controller.signal.aborted) return
      if (error instanceof ApiError && isDeadLink(error.status)) onDead()
      else setFailed(true)
    })
    return () => controller.abort()
    // The page hands another function with each of its renders.
  }, [token, tries])

  async function take(id: string) {
    if (busy) return
    setBusy(true)
    setFailed(false)
    try {
      setBooked(await claimFirstOffer(token, id))
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'slot_taken'
      if (isGone && offered) setOffered({ ...offered, offer: null })
      else setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  const problem = hasFailed && <p role="alert">{t('problem.network')}</p>
  if (booked) {
    const { reference } = booked
    return (
      <section className="visit-card">
        <p role="status">{t('offer.booked', { when: when.moment(booked.appointment_date), reference })}</p>
      </section>
    )
  }
  if (offered === null) {
    return (
      <section className="visit-card" aria-busy={!hasFailed}>
        {problem || <p role="status">{t('loading')}</p>}
        {hasFailed && (
          <VisitButton look="contained" onClick={() => setTries(tries + 1)}>
            {t('retry')}
          </VisitButton>
        )}
      </section>
    )
  }
  const { offer, place, phone } = offered
  if (offer === null) {
    return (
      <section className="visit-card">
        <p role="status">{t('offer.over')}</p>
        {phone !== null && <PhoneLink phone={phone} />}
      </section>
    )
  }
  return (
    <section className="visit-card" aria-labelledby="offer-title">
      <h2 id="offer-title">{t('offer.first')}</h2>
      <p>
        <strong>{when.moment(offer.appointment_date)}</strong>
        <br />
        {offer.doctor.name}
        <br />
        {place}
      </p>
      {problem}
      <VisitButton look="contained" aria-busy={busy} onClick={() => void take(offer.id)}>
        {t('offer.take')}
      </VisitButton>
      <p className="visit-soft">{t('offer.notHeld', { until: when.time(offer.until) })}</p>
    </section>
  )
}

import { useEffect, useState } from 'react'
import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import type { PublicClinic } from '../../../domain/public-clinic.ts'
import { fetchOwnVisit } from '../../api/own-visit.ts'
import { builtLanguages } from '../../build.ts'
import { fetchClinic } from '../../fetch-clinic.ts'
import { ApiError } from '../../http/api-error.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { languageOf } from '../../i18n/languages.ts'
import { isDeadLink } from './states.ts'
import { chosenHere, takeVisitToken } from './visit-token.ts'

export type Opened =
  | { is: 'loading' }
  | { is: 'there'; visit: OwnVisit }
  /** It is the link of an offer, to somebody without a visit. */
  | { is: 'offer' }
  /** The link opens nothing. */
  | { is: 'dead' }
  | { is: 'failed'; retry: () => void }

/** The visit whose link was opened here, in its language first. */
export function useOwnVisit(): {
  token: string
  clinic: PublicClinic | undefined
  opened: Opened
  show: (visit: OwnVisit) => void
  lose: () => void
} {
  const [token, setToken] = useState(takeVisitToken)
  const [opened, setOpened] = useState<Opened>({ is: 'loading' })
  const [clinic, setClinic] = useState<PublicClinic>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // Another link, opened in this tab, or Back to the one before it.
    const take = () => setToken(takeVisitToken())
    addEventListener('popstate', take)
    return () => removeEventListener('popstate', take)
  }, [])
  useEffect(() => {
    // Its days and times are the clinic's. To a link that opens nothing the phone numbers belong.
    const facts = clinic ?? fetchClinic()
    Promise.resolve(facts).then(setClinic, () => {})
    if (token === '') return setOpened({ is: 'dead' })
    const controller = new AbortController()
    const { signal } = controller
    setOpened({ is: 'loading' })
    const isOffer = token.startsWith(OFFER_TOKEN)
    Promise.all([isOffer ? null : fetchOwnVisit(token, signal), facts])
      .then(async ([visit]) => {
        if (visit) await speak(visit.language)
        if (!signal.aborted) setOpened(visit ? { is: 'there', visit } : { is: 'offer' })
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        const isDead = error instanceof ApiError && isDeadLink(error.status)
        setOpened(isDead ? { is: 'dead' } : { is: 'failed', retry: () => setTries(tries + 1) })
      })
    return () => controller.abort()
  }, [token, tries])
  return {
    token,
    clinic,
    opened,
    show: (visit) => setOpened({ is: 'there', visit }),
    lose: () => setOpened({ is: 'dead' }),
  }
}

async function speak(visits: string): Promise<void> {
  const wanted = chosenHere() ?? visits
  if (!builtLanguages.some((code) => code === wanted)) return
  // In the language that is there already, rather than not at all.
  await changeLanguage(languageOf(wanted)).catch(() => {})
}

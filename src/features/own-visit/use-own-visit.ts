import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { fetchOwnVisit } from '../../api/own-visit.ts'
import { ApiError } from '../../http/api-error.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { languageOf, offeredLanguages } from '../../i18n/languages.ts'
import { endEarlyVisit, type Form, takeEarlyVisit } from './early/hand-over.ts'
import { isRefused } from './early/states.ts'
import { chosenHere, noteLanguage, takeVisitToken } from './visit-token.ts'

export type Opened =
  | { is: 'loading' }
  /** `opens`: the form that was asked for before the app was there. */
  | { is: 'there'; visit: OwnVisit; opens?: Form }
  /** It is the link of an offer, to somebody without a visit. */
  | { is: 'offer' }
  /** The link opens nothing. */
  | { is: 'dead' }
  | { is: 'failed'; retry: () => void }

/** The visit whose link was opened here, in its language first. */
export function useOwnVisit(): {
  token: string
  opened: Opened
  show: (visit: OwnVisit) => void
  lose: () => void
} {
  const [token, setToken] = useState(takeVisitToken)
  const [opened, setOpened] = useState<Opened>({ is: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // Another link, opened in this tab.
    const take = () => location.hash.length > 1 && setToken(takeVisitToken())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  useEffect(() => {
    const open = (next: Opened) => {
      endEarlyVisit()
      setOpened(next)
    }
    if (token === '') return open({ is: 'dead' })
    if (token.startsWith(OFFER_TOKEN)) return open({ is: 'offer' })
    const controller = new AbortController()
    const early = takeEarlyVisit(token)
    if (early && !early.visit) return open({ is: 'dead' })
    setOpened({ is: 'loading' })
    Promise.resolve(early?.visit ?? fetchOwnVisit(token, controller.signal))
      .then(async (visit) => {
        await speak(visit.language)
        // In one go, or a frame would show neither page.
        if (!controller.signal.aborted) flushSync(() => open({ is: 'there', visit, opens: early?.opens }))
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        const isDead = error instanceof ApiError && isRefused(error.status)
        open(isDead ? { is: 'dead' } : { is: 'failed', retry: () => setTries(tries + 1) })
      })
    return () => controller.abort()
  }, [token, tries])
  useChosenLanguage(opened.is === 'there')
  return {
    token,
    opened,
    show: (visit) => setOpened({ is: 'there', visit }),
    lose: () => setOpened({ is: 'dead' }),
  }
}

async function speak(visits: string): Promise<void> {
  const wanted = chosenHere() ?? visits
  if (!offeredLanguages.some((code) => code === wanted)) return
  // In the language that is there already, rather than not at all.
  await changeLanguage(languageOf(wanted)).catch(() => {})
}

/** Notes what is chosen here, for a reload. */
function useChosenLanguage(isShown: boolean): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    if (!isShown) return
    i18n.on('languageChanged', noteLanguage)
    return () => i18n.off('languageChanged', noteLanguage)
  }, [i18n, isShown])
}

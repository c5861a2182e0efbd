import { useEffect, useRef, useState } from 'react'
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

/** What the page shows, with the clinic's facts where they could be fetched. */
export type Opened = { token: string; clinic?: PublicClinic | undefined } & (
  | { is: 'loading' }
  | { is: 'there'; visit: OwnVisit }
  /** It is the link of an offer, to somebody without a visit. */
  | { is: 'offer' }
  /** The link opens nothing. */
  | { is: 'dead' }
  | { is: 'failed' }
)

/** Opens the link of this page, and changes to the language of its visit. Never rejects. */
export async function openLink(signal?: AbortSignal): Promise<Opened> {
  const token = takeVisitToken()
  const hasVisit = token !== '' && !token.startsWith(OFFER_TOKEN)
  const [visit, facts] = await Promise.allSettled([
    hasVisit ? fetchOwnVisit(token, signal) : undefined,
    fetchClinic(),
  ])
  const clinic = facts.status === 'fulfilled' ? facts.value : undefined
  const isDead =
    visit.status === 'rejected' && visit.reason instanceof ApiError && isDeadLink(visit.reason.status)
  if (token === '' || isDead) return { token, clinic, is: 'dead' }
  // Its days and times are the clinic's.
  if (visit.status === 'rejected' || !clinic) return { token, clinic, is: 'failed' }
  if (!visit.value) return { token, clinic, is: 'offer' }
  if (!signal?.aborted) await speak(visit.value.language)
  return { token, clinic, is: 'there', visit: visit.value }
}

/** @param first what the link opened that the page began with */
export function useOwnVisit(first: Opened): {
  opened: Opened
  retry: () => void
  show: (visit: OwnVisit) => void
  lose: () => void
} {
  const [opened, setOpened] = useState(first)
  const opening = useRef(new AbortController())
  const open = async () => {
    opening.current.abort()
    opening.current = new AbortController()
    const { signal } = opening.current
    setOpened(({ clinic }) => ({ token: '', clinic, is: 'loading' }))
    const next = await openLink(signal)
    if (!signal.aborted) setOpened(next)
  }
  useEffect(() => {
    // Another link, opened in this tab, or Back to the one before it.
    const take = () => void open()
    addEventListener('popstate', take)
    // It came while the first was being opened.
    if (takeVisitToken() !== first.token) take()
    return () => removeEventListener('popstate', take)
  }, [])
  return {
    opened,
    retry: () => void open(),
    show: (visit) => setOpened(({ token, clinic }) => ({ token, clinic, is: 'there', visit })),
    lose: () => setOpened(({ token, clinic }) => ({ token, clinic, is: 'dead' })),
  }
}

async function speak(visits: string): Promise<void> {
  const wanted = chosenHere() ?? visits
  if (!builtLanguages.some((code) => code === wanted)) return
  // In the language that is there already, rather than not at all.
  await changeLanguage(languageOf(wanted)).catch(() => {})
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { Right } from '../../domain/rights.ts'
import { throttle } from '../device/throttle.ts'
import { startSession } from '../offline/start-session.ts'
import { paths } from '../paths.ts'
import { takePlace } from '../session/lock.ts'
import { asksForPinAtom, checkSession } from '../session/open-session.ts'
import { mayAtom, missingForAtom } from '../session/rights.ts'
import {
  authUserAtom,
  lockedAtom,
  readOnlyAtom,
  sessionKnownAtom,
  tokenAtom,
} from '../session/session-atoms.ts'
import { useMessages } from '../ui/messages.ts'
import { Note, NoteSign } from '../ui/note.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PublicFrame } from '../ui/public-frame.tsx'
import { lockScreen } from './lock-screen.ts'

/**
 * Renders its children for a signed-in staff member; anyone else goes to /login. Renders nothing of the page before
 * the session is known. If the server is slow or unreachable, the session stored in this tab counts; a reception
 * tablet then asks for its PIN, which allows reading.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const known = useAtomValue(sessionKnownAtom)
  const user = useAtomValue(authUserAtom)
  const token = useAtomValue(tokenAtom)
  const isReading = useAtomValue(readOnlyAtom)
  const asksForPin = useAtomValue(asksForPinAtom)
  useEffect(() => void startSession(), [])
  const away = useLock()
  if (away === 'locked')
    return (
      <Suspense fallback={<PageLoading />}>
        <lockScreen.Page />
      </Suspense>
    )
  if (!known || away === 'returning') return <PageLoading />
  if (asksForPin && !isReading) return <Navigate to={paths.unlock()} replace />
  if (!token && !isReading) return <Navigate to={paths.login()} replace />
  // A token alone: the stored user was lost or tampered with, and the server could not be asked.
  if (!user) return <SessionUnreachable />
  return children
}

/** Renders its children for who has a right; others go to the first page that is theirs, with a sentence that says why. */
export function WithRight({ right, children }: { right: Right; children: ReactNode }) {
  return useAtomValue(mayAtom)(right) ? children : <SentAway />
}

/** Renders its children where a right covers any row. Others read what their account still needs, not an empty clinic. */
export function WithReach({ right, children }: { right: Right; children: ReactNode }) {
  const { t } = useTranslation('account')
  const missing = useAtomValue(missingForAtom)(right)
  if (missing === null) return children
  return (
    <Note kind="info" role="status">
      <NoteSign kind="info" />
      <span>{t(`guard.missing.${missing}`)}</span>
    </Note>
  )
}

function SentAway() {
  const { t } = useTranslation('account')
  const { notify } = useMessages()
  const navigate = useNavigate()
  const { state } = useLocation()
  const user = useAtomValue(authUserAtom)
  const readsBook = useAtomValue(mayAtom)('book.read')
  useEffect(() => {
    // The landing page is the dashboard for everyone, so right after signing in this is no one's mistake.
    const signedIn = state?.justSignedIn === true
    notify('info', signedIn ? t('guard.signedIn', { name: user?.displayName }) : t('guard.noRight'))
    navigate(readsBook ? paths.dashboard() : paths.book(), { replace: true })
  }, [notify, navigate, readsBook, state, t, user])
  return <PageLoading />
}

const Box = styled('div')({ display: 'grid', gap: 16, justifyItems: 'start' })

/** Page shown when the session cannot be checked, with a retry. */
function SessionUnreachable() {
  const { t } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await checkSession().finally(() => setBusy(false))
  }
  return (
    <PublicFrame>
      <Box role="alert">
        <h1>{t('unreachable.title')}</h1>
        <p>{t('unreachable.text')}</p>
        <Button variant="contained" aria-disabled={busy} onClick={() => !busy && void again()}>
          {t('unreachable.retry')}
        </Button>
      </Box>
    </PublicFrame>
  )
}

/** Time limit for the page to reach its former height, in milliseconds. */
const GROWS_MS = 10_000
const HANDS = ['pointerdown', 'wheel', 'keydown']

/**
 * Removes the page's state from its history entry while the session is locked, since a search may be a patient's
 * name. After the unlock it is restored, with address and scroll position.
 */
function useLock(): 'locked' | 'returning' | 'here' {
  const isLocked = useAtomValue(lockedAtom) !== null
  const [isAway, setAway] = useState(isLocked)
  const navigate = useNavigate()
  useEffect(() => {
    if (isLocked) {
      const { pathname, search, hash } = location
      navigate(pathname + search + hash, { replace: true, state: null })
      return setAway(true)
    }
    if (!isAway) return
    const place = takePlace()
    if (place) navigate(place.address, { replace: true, state: place.state })
    setAway(false)
    if (place) scrollBack(place.scroll)
  }, [isLocked, isAway, navigate])
  if (isLocked) return 'locked'
  return isAway ? 'returning' : 'here'
}

/** Scrolls down as soon as the page is long enough, unless a hand is faster. */
function scrollBack(top: number): void {
  const grow = throttle(() => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo(0, top)
    stop()
  })
  const grown = new ResizeObserver(grow)
  const timer = setTimeout(() => stop(), GROWS_MS)
  const stop = () => {
    grow.cancel()
    grown.disconnect()
    clearTimeout(timer)
    for (const hand of HANDS) removeEventListener(hand, stop)
  }
  for (const hand of HANDS) addEventListener(hand, stop, { passive: true })
  grown.observe(document.body)
}

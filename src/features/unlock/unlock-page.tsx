import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router-dom'
import { tabletMark } from '../../device/tablet/mark.ts'
import { queryClient } from '../../offline/query-client.ts'
import { readPages } from '../../offline/stored-session.ts'
import { isUnlocked, lock, onLock, tabletPeople, unlock } from '../../offline/tablet/index.ts'
import { paths } from '../../paths.ts'
import { takeRestoredPlace } from '../../session/open-forms.ts'
import { asksForPinAtom } from '../../session/open-session.ts'
import { forgetSessionAtom, readOnlyAtom, startReadingAtom, tokenAtom } from '../../session/session-atoms.ts'
import { takeSession } from '../../session/sign-in.ts'
import { lockSession } from '../../session/sign-out.ts'
import { store } from '../../store.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { Hint } from '../../ui/card.tsx'
import { initials } from '../../ui/initials.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { type Entered, enterPin } from './enter-pin.ts'
import { PinForm } from './pin-form.tsx'

type Person = { id: string; name: string }

/**
 * People of this tablet: a person chooses their name and types their PIN. Opening the page locks the tablet first, as
 * /login signs out; one that was opened offline only asks for the PIN.
 */
export function UnlockPage() {
  const { t } = useTranslation('unlock')
  useFreshStatus()
  const { notify } = useMessages()
  const navigate = useNavigate()
  const [kept, setKept] = useState<ReturnType<typeof storedItems> | 'nothing'>(storedItems)
  const people = useTabletPeople()
  const [chosen, setChosen] = useState<Person | null>(null)
  useEffect(() => {
    arriveAtPin()
    // Deleted by the server or in another tab; 'deleted' (by wrong PINs) stays once the server was notified.
    return onLock(() => setKept((before) => (before === 'set_up' ? (storedItems() ?? 'nothing') : before)))
  }, [])

  if (kept === null) return <Navigate to={paths.login()} replace />
  if (kept !== 'set_up') return <NothingStored why={kept} />
  if (!people) return null
  const person = chosen ?? (people.length === 1 ? people[0] : undefined)
  if (people.length === 0) return <NothingStored why="nothing" />
  const opened = () => {
    const place = takeRestoredPlace()
    if (place) return navigate(place.address, { replace: true, state: place.state })
    navigate(store.get(readOnlyAtom) ? paths.daySheet() : paths.dashboard(), { replace: true })
  }
  const gone = (why: 'nothing' | 'deleted' | 'sign_in') => {
    if (why !== 'sign_in') return setKept(why)
    navigate(paths.login(), { replace: true })
    notify('info', t('signInAgain'))
  }
  return (
    <AccountFrame title={t(person ? 'title' : 'who')} text={person?.name ?? t('text')}>
      {person ? (
        <PinForm
          key={person.id}
          staffId={person.id}
          enter={(pin) => openStored(person.id, pin)}
          onOpened={opened}
          onGone={gone}
        />
      ) : (
        <People people={people} onChosen={setChosen} />
      )}
      <AccountLinks>
        <PageLink to={paths.login()}>{t('orSignIn')}</PageLink>
        {chosen && people.length > 1 && (
          <Button variant="text" onClick={() => setChosen(null)}>
            {t('lock.another')}
          </Button>
        )}
      </AccountLinks>
    </AccountFrame>
  )
}

/** Undefined: not known yet. */
function useTabletPeople(): Person[] | undefined {
  const [people, setPeople] = useState<Person[]>()
  useEffect(() => {
    let isGone = false
    const read = () =>
      void tabletPeople()
        .catch(() => [])
        .then((found) => !isGone && setPeople(found))
    read()
    const stop = onLock(read)
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return people
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& button': { justifyContent: 'flex-start', gap: 12, minHeight: 56, textAlign: 'start' },
  '& button > span': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 36,
    height: 36,
    borderRadius: 18,
    fontSize: '0.875rem',
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.status.closed.fill,
  },
}))

function People({ people, onChosen }: { people: readonly Person[]; onChosen: (person: Person) => void }) {
  return (
    <List>
      {people.map((person, at) => (
        <li key={person.id}>
          <Button variant="outlined" fullWidth autoFocus={at === 0} onClick={() => onChosen(person)}>
            <span aria-hidden="true">{initials(person.name)}</span>
            {person.name}
          </Button>
        </li>
      ))}
    </List>
  )
}

function NothingStored({ why }: { why: 'nothing' | 'deleted' }) {
  const { t } = useTranslation('unlock')
  const id = useId()
  const signIn = useRef<HTMLAnchorElement>(null)
  // The focused form is gone; this focus makes screen readers read the reason.
  useEffect(() => signIn.current?.focus(), [])
  return (
    <AccountFrame title={t(`${why}.title`)}>
      <Hint id={id}>{t(`${why}.text`)}</Hint>
      <Button
        ref={signIn}
        component={PageLink}
        to={paths.login()}
        variant="contained"
        fullWidth
        aria-describedby={id}
      >
        {t('signIn')}
      </Button>
    </AccountFrame>
  )
}

// Reading without a session ends with a lock: by another tab's PIN, the server, a sign-in, or leaving.
onLock(() => store.get(readOnlyAtom) && store.set(forgetSessionAtom))
store.sub(readOnlyAtom, () => {
  if (store.get(readOnlyAtom)) return
  queryClient.clear()
  lock()
})

/** 'deleted': after five wrong PINs, not yet reported to the server. Null: this browser is no tablet. */
function storedItems(): 'set_up' | 'deleted' | null {
  const mark = tabletMark()
  return mark === 'locked_out' ? 'deleted' : mark
}

/**
 * Signs somebody of this tablet in by their PIN; where the server cannot be asked, it unlocks the stored pages and starts
 * reading. A session of the tab continues.
 * 'nothing': the PIN was right, but there are no pages of theirs, or they were too old or deleted meanwhile.
 * @throws ApiError, and when the browser refuses its storage
 */
async function openStored(staffId: string, pin: string): Promise<Entered | { outcome: 'nothing' }> {
  const isSignedIn = store.get(tokenAtom) !== null
  const entered: Entered = isSignedIn ? await unlock(staffId, pin) : await enterPin(staffId, pin)
  // Too many wrong PINs, or deleted at the server's order meanwhile.
  if (entered.outcome === 'deleted') {
    const left = storedItems()
    return { outcome: left === 'set_up' ? 'sign_in' : (left ?? 'nothing') }
  }
  if (entered.outcome === 'wrong' || entered.outcome === 'sign_in') return entered
  store.set(asksForPinAtom, false)
  if (entered.outcome === 'signed_in') takeSession(entered.session)
  if (isSignedIn || entered.outcome === 'signed_in') return entered
  const owner = await readPages(queryClient).catch((error) => {
    lock()
    throw error
  })
  if (owner && isUnlocked()) {
    store.set(startReadingAtom, owner)
    return entered
  }
  queryClient.clear()
  lock()
  return { outcome: 'nothing' }
}

/** Locks the tablet, unless it was sent here because the server was unreachable. */
function arriveAtPin(): void {
  if (storedItems() !== null && !store.get(asksForPinAtom)) lockTablet()
}

/** Ends any session or reading in every tab; the stored pages stay. */
function lockTablet(): void {
  if (!store.get(tokenAtom) && !store.get(readOnlyAtom)) return
  lockSession()
  lock()
}

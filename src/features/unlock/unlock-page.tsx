import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router-dom'
import { onLock, tabletPeople } from '../../offline/tablet/index.ts'
import { paths } from '../../paths.ts'
import { takeRestoredPlace } from '../../session/open-forms.ts'
import { readOnlyAtom } from '../../session/session-atoms.ts'
import { store } from '../../store.ts'
import { AccountFrame, AccountLinks } from '../../ui/account-frame.tsx'
import { initials } from '../../ui/initials.ts'
import { useMessages } from '../../ui/messages.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { NothingStored } from './nothing-stored.tsx'
import { PinForm } from './pin-form.tsx'
import { arriveAtPin, openStored, storedItems } from './reading.ts'

type Person = { id: string; name: string }

/**
 * Who works at this tablet: one chooses oneself and types one's PIN. Arriving locks the tablet first, as /login signs
 * out; one that was opened without a connection only asks for the PIN.
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
    const look = () =>
      void tabletPeople()
        .catch(() => [])
        .then((found) => !isGone && setPeople(found))
    look()
    const stop = onLock(look)
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

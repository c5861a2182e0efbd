import { dehydrate, type Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
} from '@tanstack/react-query-persist-client'
import type { StaffUser } from '../../contract/auth.ts'
import { callOf } from '../../contract/seal.ts'
import { SEAL_SCHEMA, SEALED_MS } from '../../contract/seal-limits.ts'
import { type Opener, sealerFor } from '../../seal/format.ts'
import {
  dropAnswers,
  isSameHolder,
  PERSON,
  type StoredKey,
  storedAnswers,
  storedKey,
} from '../../seal/store.ts'
import { queriesOf } from '../api/queries-of.ts'
import { SEALED } from '../api/stored-query.ts'
import { clock, deviceTime } from '../clock.ts'
import { onSealKey, setSealKey } from '../device/seal-key.ts'
import { clearPages, holdPagesKey } from '../device/sealed-pages.ts'
import { mayHavePages } from '../device/stored-mark.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { tabletsPossible } from '../device/tablet/registration.ts'
import { type PagesKey, tabletKey } from '../device/tablet/tablet-key.ts'
import { onLock, openUnlocked } from '../device/tablet/unlocked.ts'
import { whenIdle } from '../device/when-idle.ts'
import { tokenAtom } from '../session/session-atoms.ts'
import { parseUser } from '../session/session-storage.ts'
import { askTabs } from '../session/tabs.ts'
import { store } from '../store.ts'
import { sessionKey, takeSessionKey } from './session-key.ts'

/** Counts starts and stops: a call that was overtaken while it waited for the store does nothing. */
let turn = 0
let stopAsking: (() => void) | undefined
let openedFor: string | undefined

/** Key of stored pages: the person and the version of their rights. */
export const ownerKey = ({ id, rightsVersion }: StaffUser): string => `${id} ${rightsVersion}`

/** Owner of the stored pages that are in memory, even if there are none; undefined before and after. */
export const pagesAreOpenFor = (): string | undefined => openedFor

/**
 * Restores what is stored for the signed-in staff member, and has their pages stored from now on. Another person's
 * pages, and those of wider rights, are deleted first. Without HTTPS, a service worker or storage it does nothing.
 * @param isFirst what the page at hand shows, by the questions of the answers: the others are restored once it is idle
 */
export async function openPagesFor(client: QueryClient, user: StaffUser, isFirst?: IsWhich): Promise<void> {
  stopPages()
  const mine = turn
  await restoreFor(client, user, isFirst)
  if (mine === turn) openedFor = ownerKey(user)
}

type IsWhich = (question: string) => boolean

async function restoreFor(client: QueryClient, user: StaffUser, isFirst?: IsWhich): Promise<void> {
  if (!tabletsPossible() || !('serviceWorker' in navigator)) return
  const mine = turn
  try {
    const [held, own] = await Promise.all([
      mayHavePages() ? storedKey() : null,
      isTablet() ? tabletKey(user.id) : sessionKey(),
    ])
    const key = isTablet() ? own : await browserKey(user, { held, own })
    if (!key || mine !== turn) return
    const holds =
      held !== null && isSameHolder(held, { id: key.id, owner: user.id, rightsVersion: user.rightsVersion })
    // A tablet shows by name who reads after the PIN.
    if (!holds || isTablet()) await holdPagesKey(await recordOf(key, user))
    if (mine !== turn) return await clearIfLeft()
    const isWanted = () => mine === turn
    const part = (only?: IsWhich) =>
      restore(client, sealedPersister({ staffId: user.id, open: key.open, isWanted, ...(only && { only }) }))
    await part(isFirst)
    if (mine !== turn) return
    if (isFirst) whenIdle(() => void part((question) => !isFirst(question)).catch(() => {}))
    stopAsking = onSealKey(() => askAgain(client))
    if (isTablet()) onceForgetting()
    setSealKey(key.id)
    if (isTablet()) tellServer()
  } catch {
    // The browser refused or lost its storage: the pages work online only.
  }
}

/** Stored pages stay. */
export function stopPages(): void {
  turn++
  openedFor = undefined
  stopAsking?.()
  stopAsking = undefined
  setSealKey(null)
}

/**
 * Loads a reception tablet's stored pages into memory, to be read without a session after the PIN.
 * @returns the owner of the pages; null: there are none that open
 */
export async function readPages(client: QueryClient): Promise<StaffUser | null> {
  const key = mayHavePages() ? await storedKey() : null
  const user = key && parseUser(await openUnlocked(key.person, PERSON))
  if (!user) return null
  await restore(client, sealedPersister({ staffId: user.id, open: openUnlocked, isWanted: () => true }))
  return client.getQueryCache().findAll({ predicate: isSealedAlone }).length > 0 ? user : null
}

const isSealed = ({ meta }: Pick<Query, 'meta'>) => meta?.sealed === true
/** Public lists are stored in the clear too, for any person. */
const isSealedAlone = ({ meta }: Pick<Query, 'meta'>) => isSealed({ meta }) && meta?.keep !== 'public'

/** Data that cannot be read leaves the memory as it is. */
const restore = (queryClient: QueryClient, persister: ReturnType<typeof sealedPersister>) =>
  persistQueryClientRestore({
    queryClient,
    persister,
    hydrateOptions: { defaultOptions: { queries: { gcTime: SEALED_MS } } },
  })

/** Data in memory is not sealed for the new key: visible queries refetch now, others when next shown. */
function askAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ predicate: isSealed })) void askAgainFor(client, query)
}

/** An answer on its way, for a call that named no key or met no worker, is not stored either: it is waited for. */
async function askAgainFor(client: QueryClient, query: Query): Promise<void> {
  await Promise.resolve(query.promise).catch(() => {})
  if (query.state.data !== undefined)
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

type Keys = {
  /** Key in the store. */
  held: StoredKey | null
  /** Key of this tab. */
  own: PagesKey | null
}

/** One key for all tabs: a key that another tab of the same person made is reused. */
async function browserKey(user: StaffUser, { held, own }: Keys): Promise<PagesKey | null> {
  if (own && (!held || held.id === own.id)) return own
  if (held && held.owner === user.id) {
    const other = await askTabs()
    if (other?.user.id === user.id && other.pagesKey) {
      const theirs = await takeSessionKey(other.pagesKey)
      if (theirs) return theirs
    }
  }
  return own ?? takeSessionKey(null)
}

async function recordOf({ id, publicKey }: PagesKey, user: StaffUser): Promise<StoredKey> {
  const seal = await sealerFor({ id, publicKey })
  const at = clock.now().getTime()
  const person = await seal(JSON.stringify(user), { question: PERSON, at })
  return { id, publicKey, owner: user.id, rightsVersion: user.rightsVersion, person }
}

/** The session may have ended while its key was stored. */
async function clearIfLeft(): Promise<void> {
  if (!store.get(tokenAtom) && !isTablet()) await clearPages()
}

/** Reports the sign-in to the server; if that fails, the next session does. */
function tellServer(): void {
  const tell = async () => (await import('./tablet/index.ts')).noteSignIn()
  tell().catch(() => {})
}

let forgets = false
/** A locked tablet must not have the key of its latest pages in the service worker's memory. */
function onceForgetting(): void {
  if (forgets) return
  forgets = true
  const { serviceWorker } = navigator
  onLock(() => serviceWorker.controller?.postMessage({ type: 'FORGET_SEAL' }))
}

type Options = {
  staffId: string
  open: Opener
  /** Checked at the end: the session may have ended, and the memory been emptied, during decryption. */
  isWanted: () => boolean
  /** Selects answers by their queries. */
  only?: (question: string) => boolean
}

/**
 * Restores the sealed answers that the service worker stored as queries. What is too old, of another schema or, from a former
 * version, no answer is deleted; those that cannot be opened are left alone.
 */
const sealedPersister = ({ staffId, open, isWanted, only = () => true }: Options): Persister => ({
  restoreClient: async () => {
    const now = clock.now().getTime()
    const found = await storedAnswers()
    const isGood = ({ question, sealed }: (typeof found)[number]) =>
      sealed.schema === SEAL_SCHEMA && now - sealed.at <= SEALED_MS && callOf(question).path.startsWith('/')
    await dropAnswers(found.filter((each) => !isGood(each)).map(({ question }) => question))
    const oldestFirst = found
      .filter((each) => isGood(each) && only(each.question))
      .sort((a, b) => a.sealed.at - b.sealed.at)
    const texts = await Promise.all(oldestFirst.map(({ sealed, question }) => open(sealed, question)))
    const client = newClient()
    if (isWanted()) {
      oldestFirst.forEach(({ question, sealed }, i) => {
        const text = texts[i]
        if (text == null) return
        const updatedAt = deviceTime(sealed.at)
        for (const { queryKey, data } of queriesOf(staffId, callOf(question), JSON.parse(text)))
          client.setQueryData(queryKey, data, { updatedAt })
      })
    }
    return asPersisted(client)
  },
  // The service worker stores answers, and the session deletes them (src/device/sealed-pages.ts).
  persistClient: () => {},
  removeClient: () => {},
})

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY, meta: SEALED } } })

async function asPersisted(client: QueryClient): Promise<PersistedClient> {
  // Even fresh ones: a reload finds out whether the server is reachable.
  await client.invalidateQueries({ refetchType: 'none' })
  return { timestamp: Date.now(), buster: '', clientState: dehydrate(client) }
}

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SEAL_SCHEMA, SEALED_MS } from '../../contract/seal-limits.ts'
import { type Label, sealerFor } from '../../seal/format.ts'
import { DEVICE, keysOfPin, PIN } from '../device/tablet/tablet.fixture.ts'
import { signedInAs } from '../session/signed-in.fixture.ts'

const LIST = 'POST /appointments/fct?limit=10&page=1'
const answerOf = (total: number) => ({
  success: true,
  data: [],
  paging: { page: 1, limit: 10, total, totalPages: 1 },
})
const { user } = signedInAs('ada')
const other = signedInAs('chidi').user

/** A load of a page, which knows only what the device and its own tab have stored. */
async function load(tab: Map<string, string>) {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', storage(tab))
  const { knowClinic } = await import('../clinic.fixture.ts')
  knowClinic()
  const session = await import('./stored-session.ts')
  const pages = await import('../device/sealed-pages.ts')
  const { sealKeyId } = await import('../device/seal-key.ts')
  const { keepSessionAtom, forgetSessionAtom } = await import('../session/session-atoms.ts')
  const { store: atoms } = await import('../store.ts')
  const store = await import('../../seal/store.ts')
  const { appointmentQueries } = await import('../api/appointments-list.ts')
  const client = new QueryClient()
  const { queryKey } = appointmentQueries.list(user.id, {
    location: 'fct',
    status: '',
    cancelled: false,
    search: null,
    page: 1,
  })
  return {
    ...pages,
    ...store,
    client,
    sealKeyId,
    signIn: () => atoms.set(keepSessionAtom, { user, token: 'a token' }),
    signOut: async () => {
      atoms.set(forgetSessionAtom)
      session.stopPages()
      await pages.clearPages()
    },
    open: (who = user, isFirst?: (question: string) => boolean) => session.openPagesFor(client, who, isFirst),
    stop: session.stopPages,
    read: () => session.readPages(client),
    shown: () => client.getQueryData(queryKey),
    state: () => client.getQueryState(queryKey),
    /** Stores an answer as the service worker does. */
    async answered(total: number, { question = LIST, at = Date.now() }: Partial<Label> = {}) {
      const key = await store.storedKey()
      if (!key) throw new Error('No key holds.')
      return store.putAnswer(
        question,
        await (await sealerFor(key))(JSON.stringify(answerOf(total)), { question, at }),
      )
    },
  }
}

function storage(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  }
}

let device: Map<string, string>
let tab: Map<string, string>
let page: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  device = new Map()
  tab = new Map()
  vi.stubGlobal('localStorage', storage(device))
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('isSecureContext', true)
  const controller = { postMessage: () => {} }
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller }) })
  page = await load(tab)
})
afterEach(() => vi.unstubAllGlobals())
const reload = async () => {
  page = await load(tab)
  await page.open()
}

describe('a stored answer', () => {
  it('is there again after a reload, as old as it is, and is asked for anew', async () => {
    await page.open()
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000
    await page.answered(7, { at })
    await reload()
    expect(page.shown()).toEqual(answerOf(7))
    expect(page.state()).toMatchObject({
      dataUpdatedAt: at,
      isInvalidated: true,
      status: 'success',
      fetchStatus: 'idle',
    })
    expect(page.client.getQueryCache().getAll()[0]?.gcTime).toBe(SEALED_MS)
  })

  it('is read by another build, which has the same schema', async () => {
    vi.stubGlobal('document', { querySelector: () => ({ src: '/assets/one.js' }) })
    await page.open()
    await page.answered(7)
    vi.stubGlobal('document', { querySelector: () => ({ src: '/assets/two.js' }) })
    await reload()
    expect(page.shown()).toEqual(answerOf(7))
  })

  it('is nowhere in the clear, and neither is the person', async () => {
    await page.open()
    await page.answered(7)
    const found = [await page.storedKey(), await page.storedAnswers()]
    const text = JSON.stringify(found, (_, value) =>
      value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
    )
    expect(text).not.toContain('success')
    expect(text).not.toContain(user.surname)
    expect(text).toContain(LIST)
  })

  it('of two answers for a day is the later one', async () => {
    await page.open()
    const days = 'POST /appointments/fct?all=1&from=2030-03-04&to=2030-03-05'
    await page.answered(1, { question: days })
    await page.answered(2, { question: days.replace('03-05', '03-04'), at: Date.now() + 5_000 })
    await reload()
    const ages = page.client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => !queryKey.includes('range') })
      .map(({ state }) => state.dataUpdatedAt)
    expect([ages.length, (ages[0] ?? 0) > (ages[1] ?? 0)]).toEqual([2, true])
  })

  it('that the page at hand does not show is restored once that is idle', async () => {
    await page.open()
    await page.answered(7)
    await page.answered(1, { question: 'POST /appointments/fct?all=1&from=2030-03-04&to=2030-03-04' })
    const idle = vi.fn<(act: () => void) => void>()
    vi.stubGlobal('requestIdleCallback', idle)
    page = await load(tab)
    await page.open(user, (question) => question === LIST)
    const count = () => page.client.getQueryCache().getAll().length
    expect([page.shown(), count()]).toEqual([answerOf(7), 1])
    idle.mock.lastCall?.[0]()
    await vi.waitFor(() => expect(count()).toBe(2))
  })

  it.each([
    { what: 'of another schema', question: LIST, change: { schema: SEAL_SCHEMA + 1 } },
    { what: 'from more than 72 hours ago', question: LIST, change: { at: Date.now() - SEALED_MS - 60_000 } },
    { what: 'under a name of a former version', question: 'picture 1', change: {} },
  ])('$what is deleted instead of read', async ({ question, change }) => {
    await page.open()
    await page.answered(7)
    const [found] = await page.storedAnswers()
    await page.dropAnswers([LIST])
    await page.putAnswer(question, { ...found!.sealed, ...change })
    await reload()
    expect([page.shown(), await page.storedAnswers()]).toEqual([undefined, []])
  })

  it('that was tampered with is not shown', async () => {
    await page.open()
    await page.answered(7)
    const [found] = await page.storedAnswers()
    const bytes = new Uint8Array(found!.sealed.bytes)
    bytes[0]! ^= 1
    await page.putAnswer(LIST, { ...found!.sealed, bytes: bytes.buffer })
    await reload()
    expect(page.shown()).toBeUndefined()
  })

  it('stays sealed when the session ends while it is opened', async () => {
    await page.open()
    await page.answered(7)
    page = await load(tab)
    const opened = page.open()
    page.stop()
    await opened
    expect([page.client.getQueryCache().getAll(), page.sealKeyId()]).toEqual([[], null])
  })
})

describe('the key', () => {
  it('stays over reloads, and is named by calls from then on until the session ends', async () => {
    await page.open()
    const id = page.sealKeyId()
    expect(id).toMatch(/^[\w-]{22}$/)
    await reload()
    expect(page.sealKeyId()).toBe(id)
    page.stop()
    expect(page.sealKeyId()).toBeNull()
  })

  it('of a tab without the former one is another, and nothing of before is left', async () => {
    await page.open()
    await page.answered(7)
    tab.clear()
    await reload()
    expect([page.shown(), await page.storedAnswers()]).toEqual([undefined, []])
  })

  it('that a version before has left in the tab is no key: a new one is made', async () => {
    tab.set('pagesKey', btoa('x'.repeat(32)))
    await page.open()
    expect(page.sealKeyId()).toMatch(/^[\w-]{22}$/)
    expect(tab.get('pagesKey')).toMatch(/^[\w-]{43}\.[\w-]{43}\.[\w-]{43}$/)
  })

  it('is of one person: another one finds nothing', async () => {
    await page.open()
    await page.answered(7)
    page = await load(tab)
    await page.open(other)
    expect([await page.storedAnswers(), (await page.storedKey())?.owner]).toEqual([[], other.id])
  })

  it('is taken over from another tab of the same person, whose pages stay', async () => {
    await page.open()
    await page.answered(7)
    const theirs = tab.get('pagesKey')
    const channel = new BroadcastChannel('enamel-session')
    channel.onmessage = ({ data }) =>
      data.type === 'ask' &&
      channel.postMessage({ type: 'tell', id: data.id, user, token: 'another', pagesKey: theirs })
    tab = new Map()
    page = await load(tab)
    const { joinTabs } = await import('../session/tabs.ts')
    joinTabs()
    await page.open()
    channel.close()
    expect([tab.get('pagesKey'), page.shown()]).toEqual([theirs, answerOf(7)])
  })
})

describe('the rest of a session', () => {
  it('is nothing after signing out, also of an answer that comes after it', async () => {
    page.signIn()
    await page.open()
    await page.answered(7)
    const key = await page.storedKey()
    await page.signOut()
    const late = await (await sealerFor(key!))('{}', { question: LIST, at: Date.now() })
    expect(await page.putAnswer(LIST, late)).toBe(false)
    expect([await page.storedKey(), await page.storedAnswers(), device.size]).toEqual([null, [], 0])
  })

  it('is nothing when it ended while its key was being stored', async () => {
    page.signIn()
    const opened = page.open()
    await page.signOut()
    await opened
    expect([await page.storedKey(), device.size]).toEqual([null, 0])
  })

  it('is marked while a deletion runs beside it', async () => {
    await page.open()
    await Promise.all([page.clearPages(), page.open()])
    expect(device.get('storedPages')).toBe('1')
    expect(await page.storedKey()).not.toBeNull()
  })

  it('does not take what another session has begun', async () => {
    await page.open()
    const theirs = await load(new Map())
    await theirs.open(other)
    await page.clearPages({ ofThisTab: true })
    expect((await theirs.storedKey())?.owner).toBe(other.id)
  })
})

describe('nothing is stored', () => {
  it.each([
    ['without HTTPS', () => vi.stubGlobal('isSecureContext', false)],
    ['without a service worker', () => vi.stubGlobal('navigator', {})],
    [
      'where the browser refuses its local storage',
      () =>
        vi.stubGlobal('localStorage', {
          ...storage(device),
          setItem: () => {
            throw new DOMException('', 'SecurityError')
          },
        }),
    ],
  ])('%s, and the page works', async (_, refuse) => {
    refuse()
    await page.open()
    expect(page.sealKeyId()).toBeNull()
    expect(device.size).toBe(0)
  })
})

describe('on a reception tablet', { timeout: 30_000 }, () => {
  const keys = keysOfPin()
  const isTablet = async () => {
    const { writeTablet } = await import('../device/tablet/tablet-record.ts')
    const { setTabletMark } = await import('../device/tablet/mark.ts')
    await writeTablet({
      state: 'set_up',
      device: DEVICE,
      people: [{ ...user, name: 'Ada', keys: await keys, tries: 0 }],
    })
    setTabletMark('set_up')
  }

  it('what is stored opens with the PIN alone, and says whose it is', async () => {
    await isTablet()
    page.signIn()
    await page.open()
    await page.answered(7)
    await reload()
    expect(page.shown()).toBeUndefined()
    page = await load(new Map())
    expect(await page.read()).toBeNull()
    const { unlock } = await import('../device/tablet/unlock.ts')
    await unlock(user.id, PIN)
    expect(await page.read()).toEqual(user)
    expect(page.shown()).toEqual(answerOf(7))
  })

  it('the doctors alone, who are on every device, are nobody’s pages', async () => {
    await isTablet()
    page.signIn()
    await page.open()
    page = await load(new Map())
    const { unlock } = await import('../device/tablet/unlock.ts')
    const { doctorQueries } = await import('../api/doctors.ts')
    await unlock(user.id, PIN)
    const { queryKey, meta } = doctorQueries.list('fct')
    page.client.setQueryDefaults(queryKey, { meta })
    page.client.setQueryData(queryKey, [])
    expect(await page.read()).toBeNull()
  })

  it('locking has the worker forget its content key, and deletes nothing', async () => {
    const said: unknown[] = []
    const controller = { postMessage: (message: unknown) => said.push(message) }
    vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller }) })
    await isTablet()
    await page.open()
    await page.answered(7)
    const { lock } = await import('../device/tablet/unlocked.ts')
    lock()
    expect(said).toEqual([{ type: 'FORGET_SEAL' }])
    expect(await page.storedAnswers()).toHaveLength(1)
  })
})

describe('when a worker takes control', () => {
  let worker: EventTarget
  /** Answers the calls of a query in the order in which they were made. */
  let calls: ((rows: string) => void)[]
  let asked: { queryKey: string[]; queryFn: () => Promise<string>; meta: { sealed: true } }
  beforeEach(async () => {
    worker = Object.assign(new EventTarget(), { controller: null })
    vi.stubGlobal('navigator', { serviceWorker: worker })
    page = await load(tab)
    await page.open()
    const { SEALED } = await import('../api/stored-query.ts')
    calls = []
    asked = {
      queryKey: ['list'],
      queryFn: () => new Promise((resolve) => calls.push(resolve)),
      meta: SEALED,
    }
  })
  const takeControl = () => worker.dispatchEvent(new Event('controllerchange'))
  const state = () => page.client.getQueryState(['list'])
  const look = () => new QueryObserver(page.client, asked).subscribe(() => {})

  it('what came before is asked for again when it is next shown', async () => {
    page.client.setQueryDefaults(['list'], { meta: asked.meta })
    page.client.setQueryData(['list'], 'rows')
    expect(state()?.isInvalidated).toBe(false)
    takeControl()
    await vi.waitFor(() => expect(state()?.isInvalidated).toBe(true))
  })

  it('a first answer on its way is shown, and asked for again', async () => {
    look()
    takeControl()
    calls[0]?.('not stored')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    expect(state()).toMatchObject({ data: 'not stored', fetchStatus: 'fetching' })
    calls[1]?.('stored')
    await vi.waitFor(() => expect(state()?.data).toBe('stored'))
    expect(calls).toHaveLength(2)
  })

  it('a later answer on its way is asked for again, too', async () => {
    look()
    calls[0]?.('rows')
    await vi.waitFor(() => expect(state()?.fetchStatus).toBe('idle'))
    void page.client.refetchQueries({ queryKey: ['list'] })
    takeControl()
    calls[1]?.('not stored')
    await vi.waitFor(() => expect(calls).toHaveLength(3))
  })

  it('an answer on its way that nobody looks at does not count as fresh', async () => {
    void page.client.prefetchQuery(asked)
    takeControl()
    calls[0]?.('not stored')
    await vi.waitFor(() => expect(state()).toMatchObject({ data: 'not stored', isInvalidated: true }))
    expect(calls).toHaveLength(1)
  })

  it('nothing that is there waits for what is on its way', async () => {
    void page.client.prefetchQuery({ ...asked, queryKey: ['another'] })
    look()
    calls[1]?.('rows')
    await vi.waitFor(() => expect(state()?.fetchStatus).toBe('idle'))
    takeControl()
    await vi.waitFor(() => expect(calls).toHaveLength(3))
  })

  it('a call that fails is left to whoever made it', async () => {
    const queryFn = vi.fn(() => Promise.reject(new Error('No answer.')))
    const failed = page.client.fetchQuery({ ...asked, queryFn, retry: false }).catch(() => 'failed')
    takeControl()
    expect(await failed).toBe('failed')
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  it('the doctors, whose answers are stored sealed besides, are asked for again', async () => {
    const { doctorQueries } = await import('../api/doctors.ts')
    const { queryKey, meta } = doctorQueries.list('fct')
    page.client.setQueryDefaults(queryKey, { meta })
    page.client.setQueryData(queryKey, [])
    takeControl()
    await vi.waitFor(() => expect(page.client.getQueryState(queryKey)?.isInvalidated).toBe(true))
  })
})

it('answers that came while no key was named are fetched again when the same key is', async () => {
  await page.open()
  const { SEALED } = await import('../api/stored-query.ts')
  page.client.setQueryDefaults(['list'], { meta: SEALED })
  page.stop()
  page.client.setQueryData(['list'], 'rows')
  await page.open()
  await vi.waitFor(() => expect(page.client.getQueryState(['list'])?.isInvalidated).toBe(true))
})

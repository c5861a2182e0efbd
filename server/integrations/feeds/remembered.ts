import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveEvent } from '../../../contract/events.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import type { Events } from '../../platform/events/events.ts'
import { columnsOf } from '../../platform/events/within.ts'
import { reasonOf } from '../../platform/process/failure.ts'
import { type Feed, liveFeeds, storeFetched } from './repository.ts'

/** Maximum age of a cached answer, in milliseconds: changes without an event show by then. */
const REMEMBERED_MS = 60 * 60_000
/** Delay before fetch times are stored as a batch, in milliseconds. */
const STORED_AFTER_MS = 60_000

/** The version of a feed's content, at a moment: equal ones are of the same appointments. */
export type FeedVersion = string

type RememberedFeed = {
  feed: Feed
  readAt: Date
  /** The last file: its tag, version and time. */
  made: { tag: string; version: FeedVersion; at: Date; day: string } | null
}

export type RememberedFeeds = {
  /** The feed of a token, from memory where it is known; null: the token opens none, or no longer. */
  feedOf(tokenHash: string): Promise<Feed | null>
  /** The tag of a feed's file if it is certain to be still that; without a query. */
  tagOf(tokenHash: string): string | null
  /** Read before the appointments. */
  versionOf(feed: Feed): FeedVersion
  /** Caches the tag of a file. @param version of before its appointments were read */
  remember(tokenHash: string, tag: string, version: FeedVersion): void
  /** Notes that a program has fetched a feed; it is stored within a minute, in a batch. */
  noteFetched(feed: Feed): void
  /** Stores the recorded fetches at once. */
  storeNoted(): Promise<void>
  /** Marks all feeds for a new look-up before the next answer: one may have ended. */
  recheck(): void
}

type Options = {
  pool: Pick<Pool, 'query'>
  events: Pick<Events, 'watch'>
  log: Pick<Logger, 'warn'>
  clinic: { timeZone: string }
  now(): Date
}

/**
 * A process's cache of feeds, so that an unchanged one is answered without a query (docs/decisions/050): the feed of a
 * token, the tag of its file, and a version for each doctor and location, which the events of all processes raise. It
 * is valid only while the connection for the events is up, for an hour at most, and not beyond midnight in the clinic,
 * when the days of every feed move on. Without the connection everything is read.
 */
export function rememberedFeeds({ pool, events, log, clinic, now }: Options): RememberedFeeds {
  const known = new Map<string, RememberedFeed>()
  const versions = new Map<string, number>()
  /** Raised when the whole cache may be wrong. */
  let epoch = 0
  /** Raised when feeds may have ended; earlier reads no longer count. */
  let rights = 0
  let checkedRights = 0
  let checking: Promise<void> | null = null
  let watching: Promise<boolean> | null = null
  const fetches = fetchTimes(pool, now)

  const raise = (key: string) => versions.set(key, (versions.get(key) ?? 0) + 1)
  const ofLocation = (code: string) => `location ${code}`
  const ofDoctor = (id: string) => `doctor ${id}`
  const isTooOld = (since: Date) => Math.abs(now().getTime() - since.getTime()) >= REMEMBERED_MS
  const today = () => clinicDate(now(), clinic.timeZone)

  function forgetAll(): void {
    epoch += 1
    known.clear()
    versions.clear()
  }

  const watcher = {
    onEvents(changes: readonly LiveEvent[]) {
      for (const change of changes) {
        if (change.type !== 'appointment') continue
        raise(ofLocation(change.location))
        if (change.left !== undefined) raise(ofDoctor(change.left))
      }
      void raiseDoctors(changes)
    },
    onSessions() {
      rights += 1
    },
    onLost() {
      watching = null
      forgetAll()
    },
  }

  /** Events do not name the doctor. */
  async function raiseDoctors(changes: readonly LiveEvent[]): Promise<void> {
    const isAsked = [...known.values()].some(({ feed }) => feed.doctorId !== null)
    if (!isAsked) return
    try {
      const columns = await columnsOf(pool, changes)
      for (const doctorId of new Set(columns.values())) raise(ofDoctor(doctorId))
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'feeds: everything is read anew')
      forgetAll()
    }
  }

  /** Reports whether events arrive; without them nothing is cached. */
  function eventsCome(): Promise<boolean> {
    watching ??= events.watch(watcher).then(
      () => true,
      () => {
        watching = null
        return false
      },
    )
    return watching
  }

  /** One query for all cached ones, since it is unknown whose rights have changed. */
  async function checkRights(): Promise<void> {
    while (checkedRights !== rights) {
      const asOf = rights
      const hashes = [...known.keys()]
      const live = hashes.length === 0 ? new Map() : await liveFeeds(pool, hashes)
      for (const tokenHash of hashes) if (!live.has(tokenHash)) known.delete(tokenHash)
      checkedRights = asOf
    }
  }

  async function rightsChecked(): Promise<void> {
    if (checkedRights === rights) return
    checking ??= checkRights().finally(() => {
      checking = null
    })
    await checking
  }

  function versionOf({ location, doctorId }: Feed): FeedVersion {
    const key = location === null ? ofDoctor(doctorId ?? '') : ofLocation(location)
    return `${epoch} ${versions.get(key) ?? 0}`
  }

  return {
    async feedOf(tokenHash) {
      const isSure = await eventsCome()
      await rightsChecked()
      const found = known.get(tokenHash)
      if (isSure && found && !isTooOld(found.readAt)) return found.feed
      const [asOf, of] = [rights, epoch]
      const feed = (await liveFeeds(pool, [tokenHash])).get(tokenHash) ?? null
      if (feed === null) known.delete(tokenHash)
      else if (isSure && asOf === rights && of === epoch)
        known.set(tokenHash, { feed, readAt: now(), made: known.get(tokenHash)?.made ?? null })
      return feed
    },
    tagOf(tokenHash) {
      const { feed, made } = known.get(tokenHash) ?? {}
      if (!feed || !made || isTooOld(made.at) || made.day !== today()) return null
      return made.version === versionOf(feed) ? made.tag : null
    },
    versionOf,
    remember(tokenHash, tag, version) {
      const entry = known.get(tokenHash)
      if (entry) entry.made = { tag, version, at: now(), day: today() }
    },
    noteFetched: fetches.note,
    storeNoted: fetches.store,
    recheck: watcher.onSessions,
  }
}

/** Times of fetches, stored in batches. */
function fetchTimes(pool: Options['pool'], now: () => Date) {
  let noted = new Map<string, Date>()
  let storing: NodeJS.Timeout | undefined

  async function store(): Promise<void> {
    clearTimeout(storing)
    storing = undefined
    if (noted.size === 0) return
    const fetched = noted
    noted = new Map()
    await storeFetched(pool, fetched)
  }

  return {
    store,
    note({ id }: Feed) {
      noted.set(id, now())
      // The next fetch stores it where this fails.
      storing ??= setTimeout(() => void store().catch(() => {}), STORED_AFTER_MS).unref()
    },
  }
}

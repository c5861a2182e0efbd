import { hash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import type { Pool } from 'pg'
import { type FeedVisit, feedEnd, feedHead, feedVisits } from '../../../contract/calendar-file.ts'
import { FEED_DAYS, FEED_VISITS } from '../../../contract/feeds.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { addressWithTown } from '../../../domain/locations.ts'
import { nameInitials, type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { noteFetch } from '../../accounts/audit/reads-by-programs.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { tokenHash } from '../../accounts/auth/tokens.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { chooseEncoding } from '../../platform/http/encoding.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { RememberedFeeds } from './remembered.ts'
import type { Feed } from './repository.ts'

/** 256 bits in base64url (server/accounts/auth/tokens.ts). */
const FILE = /^([\w-]{43})\.ics$/
/** A feed is read from the database at most as often, whatever its programs ask: once in half a minute. */
const MADE_PER_HOUR = 120
/** A feed may have thousands of patients, and is fetched all day: the audit trail names each of them once a week. */
const NAMED_AGAIN_HOURS = 7 * 24
const GONE = "This calendar doesn't exist."

const compressed = promisify(gzip)

/**
 * GET /calendar/{token}.ics for calendar programs, outside /api, since no program of ours reads it and it has no
 * envelope. An invalid token is 404, and such attempts are counted per network.
 */
export function feedRoute(context: AccountsContext, remembered: RememberedFeeds) {
  const { pool, clinic, now, limits } = context
  const countWrong = wrongTokens(context, {
    name: 'feeds-wrong',
    message: "Too many calendar addresses that don't work. Please try again in {minutes} minutes.",
  })
  const made = createLimit({
    pool,
    name: 'feeds-made',
    uses: MADE_PER_HOUR,
    perSeconds: 3_600,
    message: 'This calendar is fetched too often. Please try again in {minutes} minutes.',
    enabled: limits,
  })

  // A feed may have megabytes: concurrent requests for one share its making.
  const making = new Map<string, Promise<FeedFile>>()
  function fileOf(feed: Feed, hash: string): Promise<FeedFile> {
    const one = making.get(hash) ?? make(feed, hash).finally(() => making.delete(hash))
    making.set(hash, one)
    return one
  }

  async function make(feed: Feed, hash: string): Promise<FeedFile> {
    await made.use(feed.id)
    // Read before its appointments: later changes are not in this version.
    const version = remembered.versionOf(feed)
    const file = await feedFile(pool, feed, { clinic, now: now() })
    // Without an audit entry there is no answer, as for a tablet.
    if (feed.names) {
      await noteFetch(pool, {
        action: 'feed.fetched',
        subject: { kind: 'feed', id: feed.id },
        details: { by: 'feed' },
        appointments: file.appointments,
        hours: NAMED_AGAIN_HOURS,
      })
    }
    remembered.remember(hash, file.tag, version)
    return file
  }

  async function none(c: Context): Promise<never> {
    await countWrong(c)
    throw new HttpFailure('not_found', GONE)
  }

  return new Hono()
    .get('/calendar/:file', async (c) => {
      // A program of many addresses says whose it found where.
      c.header('X-Robots-Tag', 'noindex')
      c.header('Referrer-Policy', 'no-referrer')
      const [, token] = FILE.exec(c.req.param('file')) ?? []
      if (token === undefined) return none(c)
      const hash = tokenHash(token)
      const feed = await remembered.feedOf(hash)
      if (feed === null) return none(c)
      remembered.noteFetched(feed)

      const encoding = chooseEncoding(c.req.header('accept-encoding'), ['gzip'])
      const has = c.req.header('if-none-match')
      const known = remembered.tagOf(hash)
      let file: FeedFile | undefined
      if (known === null || !isUnchanged(has, ...tagsOf(known))) file = await fileOf(feed, hash)
      const tag = file?.tag ?? known ?? ''
      c.header('ETag', encoding ? tagsOf(tag)[1] : tagsOf(tag)[0])
      // Programs cache it and ask whether it has changed; caches between them and us may not.
      c.header('Cache-Control', 'private, no-cache')
      c.header('Vary', 'Accept-Encoding')
      if (!file || isUnchanged(has, ...tagsOf(tag))) return c.body(null, 304)
      const bytes = new Uint8Array(encoding ? await compressed(file.bytes, { level: 4 }) : file.bytes)
      c.header('Content-Type', 'text/calendar; charset=utf-8')
      c.header('Content-Disposition', 'inline; filename="calendar.ics"')
      c.header('Content-Length', String(bytes.length))
      if (encoding) c.header('Content-Encoding', encoding)
      return c.body(bytes, 200)
    })
    .all('/calendar/*', none)
}

/** A compressed answer has other bytes, and so a tag of its own (RFC 9110, section 8.8.3.3). */
const tagsOf = (tag: string): [plain: string, compressed: string] => [`"${tag}"`, `"${tag}-gzip"`]

/** Interval at which programs should fetch a feed. */
const REFRESH_MINUTES = 15
/** Number of appointments written before others get their turn: some milliseconds. */
const AT_A_TIME = 500

type FeedFile = {
  /** Ids of the appointments in it. */
  appointments: string[]
  bytes: Buffer
  /** Depends on the content alone: every process on every day has the same for the same appointments. */
  tag: string
}

type Row = PatientName & Omit<FeedVisit, 'summary'> & { doctorName: string }

/** Cancelled appointments, no-shows and patients without a time take no time, and are left out. */
const visits = (
  ofWhom: string,
) => `SELECT a.id, a.version, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location,
    coalesce(a.moved_at, a.created_at) AS "changedAt", a.status = 'confirmed' AS "isConfirmed",
    d.name AS "doctorName", ${NAME_COLUMNS}
  FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id
  WHERE a.takes_time AND a.status IN ('open', 'confirmed') AND a.starts_at >= $1 AND a.starts_at < $2 AND ${ofWhom}
  ORDER BY a.starts_at DESC, a.id LIMIT ${FEED_VISITS}`
const OF_LOCATION = { name: 'feed-of-location', text: visits('a.location = $3') }
const OF_DOCTOR = {
  name: 'feed-of-doctor',
  text: visits('a.doctor_id = $3 AND ($4::text[] IS NULL OR a.location = ANY($4))'),
}

/** A feed as of now: the appointments of FEED_DAYS days in clinic time before and after today, as an iCalendar file. */
async function feedFile(
  pool: Pick<Pool, 'query'>,
  feed: Feed,
  { clinic, now }: { clinic: Clinic; now: Date },
): Promise<FeedFile> {
  const { timeZone } = clinic
  const today = clinicDate(now, timeZone)
  const from = toInstant(addDays(today, -FEED_DAYS), '00:00', timeZone)
  const to = toInstant(addDays(today, FEED_DAYS), '24:00', timeZone)
  const { rows } = await pool.query<Row>(
    feed.doctorId === null
      ? { ...OF_LOCATION, values: [from, to, feed.location] }
      : { ...OF_DOCTOR, values: [from, to, feed.doctorId, feed.locations] },
  )
  const language = isoLanguage(offeredLanguage('', clinic.languages))
  // An erased person has no name.
  const nameless = textsIn(language).say('calendar.title')
  const asVisit = ({ id, version, startsAt, endsAt, changedAt, isConfirmed, ...row }: Row): FeedVisit => {
    const who = (feed.names ? patientDisplayName({ ...row, rawId: '' }) : nameInitials(row)) || nameless
    const summary = feed.doctorId === null ? `${who}, ${row.doctorName}` : who
    const location = placeOf(row.location, clinic)
    return { id, version, startsAt, endsAt, changedAt, isConfirmed, summary, location }
  }
  const name = `${clinic.name}: ${subjectOf(feed, clinic)}`
  const parts = [feedHead({ name, timeZone, language, refreshMinutes: REFRESH_MINUTES })]
  for (let i = 0; i < rows.length; i += AT_A_TIME) {
    if (i > 0) await othersTurn()
    parts.push(feedVisits(rows.slice(i, i + AT_A_TIME).map(asVisit)))
  }
  parts.push(feedEnd(rows.length === 0))
  const bytes = Buffer.from(parts.join(''))
  return {
    appointments: rows.map(({ id }) => id),
    bytes,
    tag: hash('sha256', bytes, 'base64url').slice(0, 22),
  }
}

// A subject that is gone from clinic.config.ts is shown by its code.
const subjectOf = ({ location, doctorId }: Feed, { locations, doctors }: Clinic) =>
  location === null
    ? (doctors.find(({ id }) => id === doctorId)?.name ?? doctorId)
    : (locations.find(({ code }) => code === location)?.name ?? location)

function placeOf(location: string, { locations }: Clinic): string {
  const place = locations.find(({ code }) => code === location)
  return place ? addressWithTown(place) : location
}

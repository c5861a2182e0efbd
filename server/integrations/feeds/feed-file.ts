import { hash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type FeedVisit, feedEnd, feedHead, feedVisits } from '../../../contract/calendar-file.ts'
import { FEED_DAYS, FEED_VISITS } from '../../../contract/feeds.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { nameInitials, type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { Feed } from './repository.ts'

/** How often programs are asked to fetch a feed. */
const REFRESH_MINUTES = 15
/** Visits that are written at a time, before others get their turn: some milliseconds. */
const AT_A_TIME = 500

export type FeedFile = {
  /** Ids of the appointments in it. */
  appointments: string[]
  bytes: Buffer
  /** Of the content alone: every process of every day has the same for the same visits. */
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

/** A feed as of now: the visits of FEED_DAYS days in clinic time before and after today, as an iCalendar file. */
export async function feedFile(
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
  // Of somebody who was erased there is no name.
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
  return place ? `${place.name}, ${place.address}` : location
}

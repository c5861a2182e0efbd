import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { IMPORT_ERRORS_LIMIT } from '../../../contract/patients.ts'
import type { Doctor } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { erasedAmong } from '../../patients/records/erased-clinic-ids.ts'
import { matchNames, nameWords } from '../../patients/records/same-name.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { importAlone, transactionOn } from '../../platform/imports/import-alone.ts'
import { type BookReport, entryOf, refusedFrom } from './book-report.ts'
import { type BookRules, type BookVisit, readVisit, type UnknownWord } from './book-visit.ts'
import type { BookLine } from './columns.ts'
import { type ExchangeWish, exchanges } from './exchanges.ts'
import {
  dryPlacing,
  isKnown,
  type KnownCandidate,
  type Placing,
  type PlacingResult,
  storedPlacing,
} from './place-visits.ts'
import {
  type Candidate,
  holdersOf,
  type KnownPerson,
  type KnownVisit,
  knownVisits,
  peopleOf,
  type StoredPatient,
  silenceBell,
  takesTime,
} from './repository.ts'
import { takenTimes } from './taken-times.ts'

/** Lines per transaction. */
const BATCH = 1_000
/** Limit of appointments that wait for the file's end, where others may have left their time. */
const WAITING = 100_000
/** Kinds of unknown words that a report names. */
const WORDS_NAMED = 50

export type BookOptions = BookRules & {
  pool: Pool
  dryRun: boolean
  /** Whether patients get messages about new or changed appointments. */
  sendMails: boolean
}

/**
 * Imports a book, a thousand lines to a transaction: when it is interrupted, complete thousands stay, and importing it
 * again is safe. The last import of a line is stored: an unchanged line changes nothing, whatever became of the
 * appointment here; a changed line changes the appointment unless it has been changed here since.
 * @throws FileRefused when the file cannot be read, with a report when some of it was stored; ImportBusy
 */
export async function importBook(lines: AsyncIterable<BookLine>, options: BookOptions): Promise<BookReport> {
  if (options.dryRun) return run(options.pool, lines, options, dryPlacing(options.pool))
  return importAlone(options.pool, async (client) => {
    const importId = randomUUID()
    const report = await run(client, lines, options, storedPlacing(client, importId, options))
    await transactionOn(client, async () => {
      await silenceBell(client)
      await entryOf(client, importId, report, { complete: true, sendMails: options.sendMails })
    })
    return report
  })
}

const CHANGED_HERE =
  'It has changed in the file and here since the last import. Please compare the two; here it stays.'

async function run(
  db: Pick<Pool, 'query'>,
  lines: AsyncIterable<BookLine>,
  options: BookOptions,
  placing: Placing,
): Promise<BookReport> {
  const { clinic } = options
  const counts = createReport(options.dryRun)
  const { report, fail, finished } = counts
  const places = createPlacer(db, placing, counts)
  const lineOf = new Map<string, number>()
  const [doctors, people] = [takenTimes(), takenTimes()]
  let batch: (BookVisit & { isSamePerson: boolean })[] = []

  function add(line: number, visit: BookVisit) {
    const earlier = lineOf.get(visit.key)
    if (earlier !== undefined) return fail(line, `reference: The same one stands in line ${earlier}.`)
    lineOf.set(visit.key, line)
    const period = { start: visit.startsAt.getTime(), end: visit.endsAt.getTime() }
    const who = personOf(visit)
    let isSamePerson = false
    if (takesTime(visit)) {
      const other = doctors.lineAt(visit.doctor.id, period)
      if (other !== null) return fail(line, `time: ${visit.doctor.name} has the visit of line ${other} then.`)
      doctors.add(visit.doctor.id, period, line)
      isSamePerson = people.lineAt(who, period) !== null
      people.add(who, period, line)
    }
    batch.push({ ...visit, isSamePerson })
  }

  async function flush() {
    const visits = batch
    batch = []
    const known = await knownVisits(
      db,
      visits.map(({ key }) => key),
    )
    const clinicIds = visits.flatMap(({ clinicId }) => clinicId ?? [])
    const registered = await peopleOf(db, clinicIds)
    const erased = await erasedAmong(
      db,
      clinicIds.filter((clinicId) => !registered.has(clinicId)),
    )
    const candidates: Candidate[] = []
    for (const visit of visits) {
      const there = known.get(visit.key)
      const found = there
        ? changed(visit, there, { registered, doctors: clinic.doctors, now: options.now })
        : added(visit, registered, erased, clinic.timeZone)
      if (typeof found !== 'string') candidates.push(found)
      else if (found === 'unchanged' || found === 'passedOver') report[found] += 1
      else fail(visit.line, found)
    }
    await places.place(candidates)
  }

  try {
    for await (const read of lines) {
      const { line } = read
      const result =
        'cells' in read ? readVisit(read, options) : 'faults' in read ? { ...read, unknown: [] } : read
      if ('visit' in result) add(line, result.visit)
      else if ('passedOver' in result) report.passedOver += 1
      else {
        fail(line, result.faults)
        counts.countUnknown(result.unknown)
      }
      if (batch.length === BATCH) await flush()
    }
  } catch (error) {
    if (error instanceof FileRefused) throw refusedFrom(error, finished())
    throw error
  }
  if (batch.length > 0) await flush()
  await places.settle()
  return finished()
}

type ReportCounts = ReturnType<typeof createReport>

/** The report of an import, as it grows. */
function createReport(dryRun: boolean) {
  const report: BookReport = {
    created: 0,
    updated: 0,
    unchanged: 0,
    passedOver: 0,
    failed: 0,
    marked: 0,
    errors: [],
    notes: [],
    unknown: [],
    dryRun,
  }
  const unknown = new Map<string, BookReport['unknown'][number]>()
  return {
    report,
    fail(line: number, message: string) {
      report.failed += 1
      if (report.errors.length < IMPORT_ERRORS_LIMIT) report.errors.push({ line, message })
    },
    countUnknown(words: readonly UnknownWord[]) {
      for (const word of words) {
        const key = `${word.kind} ${word.text}`
        const seen = unknown.get(key)
        if (seen) seen.lines += 1
        else if (unknown.size < WORDS_NAMED) unknown.set(key, { ...word, lines: 1 })
      }
    },
    countStored(candidate: Candidate) {
      report[candidate.known ? 'updated' : 'created'] += 1
      const message = noteOf(candidate)
      if (!message) return
      report.marked += 1
      if (report.notes.length < IMPORT_ERRORS_LIMIT)
        report.notes.push({ line: candidate.visit.line, message })
    },
    finished() {
      report.unknown = [...unknown.values()].toSorted((one, other) => other.lines - one.lines)
      report.errors.sort((one, other) => one.line - other.line)
      report.notes.sort((one, other) => one.line - other.line)
      return report
    },
  }
}

/** Places appointments. One whose time is taken waits for others to leave it. */
function createPlacer(
  db: Pick<Pool, 'query'>,
  placing: Placing,
  { report, fail, countStored }: ReportCounts,
) {
  let waiting: PlacingResult['taken'] = []

  async function tryToPlace(candidates: readonly Candidate[], again = false) {
    if (candidates.length === 0) return
    settled(candidates, await placing.place(candidates, { report: () => report, again }))
  }

  function settled(candidates: readonly Candidate[], { taken, overtaken }: PlacingResult) {
    for (const { visit } of overtaken) fail(visit.line, CHANGED_HERE)
    const out = new Set([...taken.map(({ candidate }) => candidate), ...overtaken])
    for (const candidate of candidates) if (!out.has(candidate)) countStored(candidate)
    waiting.push(...taken)
  }

  /** Retries appointments whose time was taken, as long as some of them find it free, or change places. */
  async function settle() {
    do await placeWaiting()
    while (await exchangeWaiting())
    for (const { candidate, by } of waiting) {
      const whose = by === '' ? 'another visit' : `the visit ${by}`
      fail(candidate.visit.line, `time: ${candidate.visit.doctor.name} has ${whose} then.`)
    }
    waiting = []
  }

  async function placeWaiting() {
    for (let before = Number.POSITIVE_INFINITY; waiting.length < before && waiting.length > 0; ) {
      const again = waiting
      before = again.length
      waiting = []
      for (let i = 0; i < again.length; i += BATCH) {
        await tryToPlace(
          again.slice(i, i + BATCH).map(({ candidate }) => candidate),
          true,
        )
      }
    }
  }

  /** @returns whether fewer wait now, and others may find their times free */
  async function exchangeWaiting(): Promise<boolean> {
    const still = waiting
    const known = still.map(({ candidate }) => candidate).filter(isKnown)
    const groups = exchanges(await wantingOf(db, known, placing.moved))
    for (const group of portionsOf(groups)) {
      const candidates = group.flatMap((place) => known[place] ?? [])
      const exchanged = new Set<Candidate>(candidates)
      waiting = waiting.filter(({ candidate }) => !exchanged.has(candidate))
      settled(candidates, await placing.exchange(candidates, { report: () => report }))
    }
    return waiting.length < still.length
  }

  return {
    async place(candidates: readonly Candidate[]) {
      await tryToPlace(candidates)
      if (waiting.length > WAITING) await settle()
    },
    settle,
  }
}

async function wantingOf(
  db: Pick<Pool, 'query'>,
  candidates: readonly KnownCandidate[],
  moved: ReadonlySet<string>,
): Promise<ExchangeWish[]> {
  const wanting: ExchangeWish[] = []
  for (let i = 0; i < candidates.length; i += BATCH) {
    const some = candidates.slice(i, i + BATCH)
    const holders = await holdersOf(db, some, [...moved])
    wanting.push(...some.map(({ known }, place) => ({ id: known.id, holders: holders.get(place) ?? [] })))
  }
  return wanting
}

/** Several groups to a transaction, while they are small. */
function portionsOf(groups: readonly number[][]): number[][] {
  const portions: number[][] = []
  for (const group of groups) {
    const last = portions.at(-1)
    if (last && last.length + group.length <= BATCH) last.push(...group)
    else portions.push([...group])
  }
  return portions
}

/** The person of a line, for comparing lines of one file. */
const personOf = ({ clinicId, firstName, lastName, emailKey, phoneE164 }: BookVisit) =>
  clinicId ?? `${wordsOf({ firstName, lastName }).sort().join(' ')} ${emailKey || phoneE164 || randomUUID()}`

const wordsOf = ({ firstName, lastName }: Pick<BookVisit, 'firstName' | 'lastName'>) =>
  nameWords(`${firstName} ${lastName}`)

type ImportFacts = {
  registered: ReadonlyMap<string, KnownPerson>
  doctors: readonly Doctor[]
  now: Date
}

function changed(
  visit: BookVisit,
  known: KnownVisit,
  { registered, doctors, now }: ImportFacts,
): Candidate | 'unchanged' | string {
  if (known.patient && isOfAnother(visit, known.patient, registered)) {
    return `reference: Here it is the appointment ${known.reference} of another patient, which stays as it is. If the other program numbers its appointments anew, enter this one at the desk.`
  }
  if (known.said === visit.said) return 'unchanged'
  if (!known.isUntouched) return CHANGED_HERE
  // A calendar is one doctor's. The same event in another one's would change the doctor at every import.
  if (known.doctorId !== visit.doctor.id && !visit.isDoctorNamed) {
    const whose = doctors.find(({ id }) => id === known.doctorId)?.name ?? known.doctorId
    return `reference: Here it is the appointment ${known.reference} of ${whose}, where it stays. If the doctor has changed, move it at the desk.`
  }
  if (known.startsAt <= now || visit.startsAt <= now)
    return 'It has changed in the file and has begun. Here it stays.'
  return { visit, known }
}

function added(
  { isSamePerson, ...visit }: BookVisit & { isSamePerson: boolean },
  registered: ReadonlyMap<string, KnownPerson>,
  erased: ReadonlyMap<string, Date>,
  timeZone: string,
): Candidate | 'passedOver' | string {
  if (visit.status === 'cancelled') return 'passedOver'
  if (visit.clinicId === null) return { visit, known: null, person: null, isSamePerson }
  const gone = erased.get(visit.clinicId)
  if (gone) return `clinic_id: Erased on ${clinicDate(gone, timeZone)}. Please take it out of the file.`
  const person = registered.get(visit.clinicId)
  if (!person)
    return 'clinic_id: No patient has this number. Import the patients’ file first, or leave it empty.'
  const words = wordsOf(visit)
  if (words.length > 0 && matchNames(words, person.words) === 'none') {
    return 'clinic_id: The patient of this number has another name.'
  }
  return { visit, known: null, person, isSamePerson }
}

function noteOf(candidate: Candidate): string | null {
  const { overrides, note } = candidate.visit
  const notes = [
    ...(overrides.includes('closed') ? ['outside the hours'] : []),
    ...(overrides.includes('blocker') ? ['over a blocker or leave'] : []),
    ...(!candidate.known && candidate.isSamePerson ? ['beside another visit of the same patient'] : []),
  ]
  const taken = notes.length > 0 ? `Taken as it is: ${notes.join(', ')}.` : null
  return [note, taken].filter((each) => each !== null).join(' ') || null
}

/**
 * Reports whether a line is of another person than the appointment with its reference. The first name is enough, as
 * people marry, unless clinic ids or all contacts differ as well; a family shares the last name, and often the number.
 */
function isOfAnother(
  visit: BookVisit,
  patient: StoredPatient,
  registered: ReadonlyMap<string, KnownPerson>,
): boolean {
  const { clinicId, emailKey, phoneE164 } = visit
  if (clinicId !== null && patient.clinicId !== null && clinicId !== patient.clinicId) return true
  const own = wordsOf(visit)
  if (own.length === 0 && clinicId === patient.clinicId) return false
  const match = matchNames(
    own.length > 0 ? own : (registered.get(clinicId ?? '')?.words ?? []),
    patient.words,
  )
  if (match !== 'partly') return match === 'none'
  const given = nameWords(visit.firstName)
  if (given.length > 0 && !given.some((word) => patient.words.includes(word))) return true
  const contacts = [emailKey, phoneE164].filter((each) => each)
  return (
    contacts.length > 0 &&
    patient.contacts.length > 0 &&
    !contacts.some((each) => each && patient.contacts.includes(each))
  )
}

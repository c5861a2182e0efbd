import { afterEach, beforeEach, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { sweepReminders } from '../../messages/reminders/sweep.ts'
import { erasePeople } from '../../operations/personal-data/erase.ts'
import { rememberErased } from '../../patients/records/erased-clinic-ids.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { currentBlockers } from '../blocked/current.ts'
import type { BookReport } from './book-report.ts'
import { csvBook } from './csv-book.ts'
import { icsBook } from './ics-book.ts'
import { type BookOptions, importBook } from './import-book.ts'
import { wordsOf } from './words.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeEach(async () => {
  clinic = await startClinic()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const now = () => clinic.clock.now

async function* textOf(text: string) {
  yield text
}
const HEAD = 'reference,date,time,doctor,first_name,last_name,phone,clinic_id,status,service'
const file = (...lines: string[]) => `${[HEAD, ...lines].join('\n')}\n`
const ADA = 'A1,2030-03-05,10:00,fct-okafor,Ada,Obi,08031234567,,,'
const EVE = 'A2,2030-03-05,10:30,fct-okafor,Eve,Eze,,,,'

async function run(text: string | AsyncIterable<string>, more: Partial<BookOptions> = {}) {
  const { pool } = clinic.database
  const words = wordsOf(clinicConfig)
  return importBook(csvBook(typeof text === 'string' ? textOf(text) : text, words), {
    pool,
    clinic: clinicConfig,
    words,
    blockers: await currentBlockers(pool, clinicConfig).latest(),
    now: now(),
    past: false,
    given: {},
    dryRun: false,
    sendMails: false,
    ...more,
  })
}
const counts = ({ created, updated, unchanged, passedOver, failed }: BookReport) =>
  [created, updated, unchanged, passedOver, failed].join(' ')
const stored = async (columns: string) =>
  (
    await clinic.database.pool.query(
      `SELECT ${columns} FROM appointments a JOIN patients p ON p.id = a.patient_id ORDER BY a.starts_at, a.doctor_id`,
    )
  ).rows
const waitingForLocks = async () =>
  (
    await clinic.database.pool.query(
      `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pid IN
         (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
    )
  ).rows[0].n
const jobs = async () => (await clinic.database.pool.query('SELECT name FROM pgboss.job ORDER BY name')).rows
const storePatient = async (clinicId: string, name: string) =>
  (
    await clinic.database.pool.query(
      `INSERT INTO patients (id, verified, clinic_id, first_name, last_name, email, email_key, phone, raw_id, title, middle_name, address)
       VALUES (gen_random_uuid(), true, $1, $2, 'Obi', 'x@example.com', 'x@example.com', '', $1, '', '', '') RETURNING id`,
      [clinicId, name],
    )
  ).rows[0].id as string

it('the import stores appointments as the desk would, with records of their own, and notifies no one', async () => {
  const report = await run(file(ADA, EVE))
  expect(report).toEqual({
    created: 2,
    updated: 0,
    unchanged: 0,
    passedOver: 0,
    failed: 0,
    marked: 0,
    errors: [],
    notes: [],
    unknown: [],
    dryRun: false,
  })
  expect(
    await stored(`doctor_id, location, status, channel, reachable, overrides, marks, booked_by, tell_at, visit,
      told ->> 'doctorId' AS told, p.verified, p.first_name, p.phone_e164, service_text`),
  ).toEqual([
    {
      doctor_id: 'fct-okafor',
      location: 'fct',
      status: 'confirmed',
      channel: 'desk',
      reachable: true,
      overrides: [],
      marks: [],
      booked_by: null,
      tell_at: null,
      visit: null,
      told: 'fct-okafor',
      verified: false,
      first_name: 'Ada',
      phone_e164: '+2348031234567',
      service_text: 'Consultation',
    },
    expect.objectContaining({ first_name: 'Eve', reachable: false }),
  ])
  expect(await jobs()).toEqual([])
  const { rows } = await clinic.database.pool.query(
    `SELECT staff_id, subject_kind, details FROM audit_log WHERE action = 'appointments.imported' ORDER BY id`,
  )
  expect(rows).toEqual([
    expect.objectContaining({ details: expect.objectContaining({ stored: 2, complete: false }) }),
    {
      staff_id: null,
      subject_kind: 'import',
      details: {
        created: 2,
        updated: 0,
        unchanged: 0,
        passedOver: 0,
        failed: 0,
        marked: 0,
        complete: true,
        sendMails: false,
        by: 'operator',
      },
    },
  ])
})

it('the import changes nothing when it is repeated, or is a dry run', async () => {
  expect(counts(await run(file(ADA, EVE), { dryRun: true }))).toBe('2 0 0 0 0')
  expect(await stored('a.id')).toEqual([])
  await run(file(ADA, EVE))
  const before = await stored('a.*, p.*')
  expect(counts(await run(file(ADA, EVE)))).toBe('0 0 2 0 0')
  expect(counts(await run(file(EVE)))).toBe('0 0 1 0 0')
  expect(await stored('a.*, p.*')).toEqual(before)
})

it('the import follows changes in the file, even where appointments change places', async () => {
  const third = 'A3,2030-03-05,11:00,fct-okafor,Obi,Eze,,,,'
  await run(file(ADA, EVE, third))
  // Each takes the time that the next one leaves.
  const later = file(
    ADA.replace('10:00', '10:30'),
    EVE.replace('10:30', '11:00'),
    third.replace('11:00', '11:30'),
    'A4,2030-03-05,10:00,fct-okafor,Ife,Eze,,,,',
  )
  expect(counts(await run(later, { dryRun: true }))).toBe('1 3 0 0 0')
  expect(counts(await run(later))).toBe('1 3 0 0 0')
  expect(
    await stored(
      `p.first_name AS name, a.moved, a.version, a.told ->> 'startsAt' = to_jsonb(a.starts_at) #>> '{}' AS told`,
    ),
  ).toEqual([
    { name: 'Ife', moved: 0, version: 1, told: true },
    { name: 'Ada', moved: 1, version: 2, told: true },
    { name: 'Eve', moved: 1, version: 2, told: true },
    { name: 'Obi', moved: 1, version: 2, told: true },
  ])
  expect(counts(await run(later))).toBe('0 0 4 0 0')
  expect(
    counts(
      await run(file(ADA.replace(',,,', ',,cancelled,'), 'B1,2030-03-06,10:00,fct-okafor,B,B,,,cancelled,')),
    ),
  ).toBe('0 1 0 1 0')
  expect(await stored('a.status, a.cancel_reason')).toContainEqual({
    status: 'cancelled',
    cancel_reason: null,
  })
  expect(await jobs()).toEqual([])
})

/* Okafor's and Musa's appointments at 10:00 and 10:30, as the first import stores them. */
const FOUR = {
  ada: 'A1,2030-03-05,10:00,fct-okafor,Ada,Obi,,,,',
  eve: 'A2,2030-03-05,10:30,fct-okafor,Eve,Eze,,,,',
  obi: 'A3,2030-03-05,10:00,fct-musa,Obi,Eze,,,,',
  ife: 'A4,2030-03-05,10:30,fct-musa,Ife,Eze,,,,',
}
const at = (line: string, time: string, doctor = line.split(',')[3]) =>
  line.replace(/,\d\d:\d\d,[\w-]+,/, `,${time},${doctor},`)
const [OKAFOR, MUSA] = ['fct-okafor', 'fct-musa']
const times = async () =>
  Object.fromEntries(
    (
      await stored(
        `p.first_name AS name, to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI ') || a.doctor_id AS at`,
      )
    ).map(({ name, at }) => [name, at]),
  )

it.each<[string, string[], Record<string, string>]>([
  [
    'two that change times',
    [at(FOUR.ada, '10:30'), at(FOUR.eve, '10:00')],
    { Ada: `10:30 ${OKAFOR}`, Eve: `10:00 ${OKAFOR}` },
  ],
  [
    'two that change doctors',
    [at(FOUR.ada, '10:00', MUSA), at(FOUR.obi, '10:00', OKAFOR)],
    { Ada: `10:00 ${MUSA}`, Obi: `10:00 ${OKAFOR}` },
  ],
  [
    'a ring of three, and a new one behind it',
    [
      at(FOUR.ada, '10:30'),
      at(FOUR.eve, '10:15', MUSA),
      at(FOUR.obi, '10:00', OKAFOR),
      at(FOUR.ife, '10:45'),
      'A5,2030-03-05,09:45,fct-musa,Uju,Eze,,,,',
    ],
    {
      Ada: `10:30 ${OKAFOR}`,
      Eve: `10:15 ${MUSA}`,
      Obi: `10:00 ${OKAFOR}`,
      Ife: `10:45 ${MUSA}`,
      Uju: `09:45 ${MUSA}`,
    },
  ],
])('the import lets appointments change places: %s', async (_, lines, expected) => {
  await run(file(...Object.values(FOUR)))
  const before = await times()
  const made = lines.filter((line) => line.startsWith('A5')).length
  const said = `${made} ${lines.length - made} 0 0 0`
  expect(counts(await run(file(...lines), { dryRun: true }))).toBe(said)
  expect(await times()).toEqual(before)
  expect(counts(await run(file(...lines)))).toBe(said)
  expect(await times()).toEqual({ ...before, ...expected })
  expect(counts(await run(file(...lines)))).toBe(`0 0 ${lines.length} 0 0`)
  expect(await stored('a.waiting_since, a.takes_time')).toEqual(
    Array.from({ length: 4 + made }, () => ({ waiting_since: null, takes_time: true })),
  )
})

it('the import publishes an exchange of places as moves, from the former times', async () => {
  await run(file(FOUR.ada, FOUR.obi))
  const { pool } = clinic.database
  await pool.query(`INSERT INTO webhooks (url, secret, created_at) VALUES ('https://example.com', '', now())`)
  await run(file(at(FOUR.ada, '10:00', MUSA), at(FOUR.obi, '10:00', OKAFOR)))
  const { rows } = await pool.query(
    `SELECT type, data ->> 'doctor' AS doctor, data -> 'from' ->> 'doctor' AS was FROM webhook_events ORDER BY 2`,
  )
  expect(rows).toEqual([
    { type: 'appointment.moved', doctor: MUSA, was: OKAFOR },
    { type: 'appointment.moved', doctor: OKAFOR, was: MUSA },
  ])
  expect(await stored('a.moved, a.version')).toEqual([
    { moved: 0, version: 2 },
    { moved: 0, version: 2 },
  ])
})

it('the import leaves appointments where they are that would need the place of a foreign one', async () => {
  await run(file(...Object.values(FOUR)))
  await clinic.book({ doctor_id: 'fct-okafor', start_time: '11:00' })
  const before = await times()
  const lines = file(
    // A pair, one of which would overlap the other's appointment.
    at(FOUR.ada, '10:45'),
    at(FOUR.eve, '10:00'),
    at(FOUR.obi, '10:30'),
    at(FOUR.ife, '10:00'),
  )
  for (const dryRun of [true, false]) {
    const report = await run(lines, { dryRun })
    expect(counts(report)).toBe('0 2 0 0 2')
    expect(report.errors.map(({ line }) => line)).toEqual([2, 3])
  }
  expect(await times()).toEqual({ ...before, Obi: `10:30 ${MUSA}`, Ife: `10:00 ${MUSA}` })
})

it('the import leaves both of a pair where they are if one of them is changed here in that moment', async () => {
  await run(file(FOUR.ada, FOUR.eve))
  const before = await times()
  const other = await clinic.database.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(`UPDATE appointments SET version = version + 1 WHERE starts_at = '2030-03-05 10:30+01'`)
    const running = run(file(at(FOUR.ada, '10:30'), at(FOUR.eve, '10:00')))
    await expect.poll(waitingForLocks).toBe(1)
    await other.query('COMMIT')
    expect((await running).errors).toEqual([
      { line: 2, message: expect.stringContaining('has the visit') },
      { line: 3, message: expect.stringContaining('It has changed in the file and here') },
    ])
  } finally {
    other.release()
  }
  expect(await times()).toEqual(before)
})

it('the import moves an appointment into its own time', async () => {
  await run(file(ADA))
  expect(counts(await run(file(ADA.replace('10:00', '10:15')), { dryRun: true }))).toBe('0 1 0 0 0')
  expect(counts(await run(file(ADA.replace('10:00', '10:15'))))).toBe('0 1 0 0 0')
})

it('the import leaves what has been changed here, and reports it where the file has changed too', async () => {
  await run(file(ADA))
  const move = `UPDATE appointments SET starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours', version = version + 1`
  await clinic.database.pool.query(move)
  expect(counts(await run(file(ADA)))).toBe('0 0 1 0 0')
  const report = await run(file(ADA.replace('10:00', '10:30')))
  expect(report.errors).toEqual([
    { line: 2, message: expect.stringContaining('It has changed in the file and here') },
  ])
  expect(await stored(`to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI') AS at`)).toEqual([
    { at: '12:00' },
  ])
})

it('the import leaves what is changed here while the file is read', async () => {
  await run(file(ADA, EVE))
  const others = Array.from({ length: 1_000 }, (_, i) => {
    const [day, half] = [6 + Math.floor(i / 48), i % 48]
    const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
    return `B${i},2030-03-${String(day).padStart(2, '0')},${time},fct-okafor,Chi,Obi,,,,`
  })
  async function* text() {
    // The time is Eve's until the end of the file.
    yield file(ADA.replace('10:00', '10:30'), ...others)
    const cancel = `UPDATE appointments SET status = 'cancelled', version = version + 1 WHERE starts_at = '2030-03-05 10:00+01'`
    await clinic.database.pool.query(cancel)
    yield `${EVE.replace('10:30', '11:00')}\n`
  }
  const report = await run(text())
  expect(report.errors).toEqual([
    { line: 2, message: expect.stringContaining('It has changed in the file and here') },
  ])
  expect(counts(report)).toBe('1000 1 0 0 1')
  expect(
    await stored(`a.status, to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI') AS at`),
  ).toMatchObject([
    { status: 'cancelled', at: '10:00' },
    { at: '11:00' },
    ...others.map(() => ({ status: expect.any(String) })),
  ])
})

it('the import refuses a taken time, and names who has it, in the file and in the book', async () => {
  const { body } = await clinic.book({ doctor_id: 'fct-musa', start_time: '10:00' })
  const { reference } = body.data as { reference: string }
  const lines = file(
    ADA,
    'A2,2030-03-05,10:15,fct-okafor,Eve,Eze,,,,',
    'A3,2030-03-05,09:45,fct-musa,Obi,Eze,,,,',
    'A1,2030-03-05,15:00,fct-okafor,Ada,Obi,,,,',
    'A4,2030-03-05,10:30,fct-musa,Obi,Eze,,,,',
  )
  const errors = [
    { line: 3, message: 'time: Dr. Amaka Okafor has the visit of line 2 then.' },
    { line: 4, message: `time: Dr. Ibrahim Musa has the visit ${reference} then.` },
    { line: 5, message: 'reference: The same one stands in line 2.' },
  ]
  expect(await run(lines, { dryRun: true })).toMatchObject({ created: 2, failed: 3, errors })
  expect(await run(lines)).toMatchObject({ created: 2, failed: 3, errors })
})

it('the import accepts appointments outside the hours and over blockers as they are, with a mark', async () => {
  const { bearer } = await clinic.signedIn()
  const blocker = { type: 'One Time', description: 'x', location: 'fct' }
  const made = await clinic.call(
    'POST',
    '/api/blockers',
    { ...blocker, startDateTime: '2030-03-06T12:00:00+01:00', endDateTime: '2030-03-06T14:00:00+01:00' },
    bearer,
  )
  expect(made.status).toBe(201)
  const report = await run(
    file(
      'A1,2030-03-10,10:00,fct-okafor,Ada,Obi,08031234567,,,',
      'A2,2030-03-06,12:30,fct-okafor,Eve,Eze,,,,',
      'A3,2030-03-10,10:15,fct-musa,Ada,Obi,0803 123 4567,,,',
    ),
  )
  expect(report).toMatchObject({
    created: 3,
    marked: 3,
    notes: [
      { line: 2, message: 'Taken as it is: outside the hours.' },
      { line: 3, message: 'Taken as it is: over a blocker or leave.' },
      { line: 4, message: 'Taken as it is: outside the hours, beside another visit of the same patient.' },
    ],
  })
  expect(await stored('overrides, marks')).toEqual([
    { overrides: ['blocker'], marks: [] },
    { overrides: ['closed'], marks: [] },
    { overrides: ['closed'], marks: ['same_person'] },
  ])
})

it('the import excuses an appointment from existing blockers, and from no leave saved later', async () => {
  const { bearer } = await clinic.signedIn()
  const period = { startDateTime: '2030-03-06T12:00:00+01:00', endDateTime: '2030-03-06T14:00:00+01:00' }
  const block = (more: object) =>
    clinic.call('POST', '/api/blockers', { type: 'One Time', description: 'x', ...period, ...more }, bearer)
  const blocked = async () => {
    const { body } = await clinic.call('POST', '/api/appointments/fct', {}, bearer)
    return (body.data as { blocked: boolean }[]).map((row) => row.blocked)
  }
  await block({ location: 'fct' })
  const lines = (time: string) => file(`A2,2030-03-06,${time},fct-okafor,Eve,Eze,,,,`)
  await run(lines('12:30'))
  expect(await blocked()).toEqual([false])
  await block({ doctorId: 'fct-okafor' })
  expect(await blocked()).toEqual([true])
  // The same file says nothing new of it.
  expect(counts(await run(lines('12:30')))).toBe('0 0 1 0 0')
  expect(await blocked()).toEqual([true])
  expect(counts(await run(lines('13:00')))).toBe('0 1 0 0 0')
  expect(await blocked()).toEqual([false])
})

it('the import finds patients by their number alone, and never takes one for another', async () => {
  const ada = await storePatient('ENM-1', 'Ada')
  await rememberErased(clinic.database.pool, ['ENM-9'], now())
  const report = await run(
    file(
      'A1,2030-03-05,10:00,fct-okafor,,,,enm-1,,',
      'A2,2030-03-05,10:30,fct-okafor,Obi,Ada,,ENM-1,,',
      'A3,2030-03-05,11:00,fct-okafor,Chidi,Eze,,ENM-1,,',
      'A4,2030-03-05,11:30,fct-okafor,,,,ENM-2,,',
      'A5,2030-03-05,12:00,fct-okafor,,,,ENM-9,,',
      'A6,2030-03-05,10:15,fct-musa,,,,ENM-1,,',
      'A7,2030-03-05,13:00,fct-okafor,Ada,Obi,,,,',
    ),
  )
  expect(report.errors).toEqual([
    { line: 4, message: 'clinic_id: The patient of this number has another name.' },
    { line: 5, message: expect.stringContaining('clinic_id: No patient has this number.') },
    { line: 6, message: expect.stringContaining('clinic_id: Erased on 2030-03-04.') },
  ])
  expect((await stored(`a.patient_id = '${ada}' AS ada, a.marks, a.reachable`)).map(Object.values)).toEqual([
    [true, [], true],
    [true, ['same_person'], true],
    [true, [], true],
    [false, [], false],
  ])
})

it('a known reference of another patient changes nothing, and is reported', async () => {
  const ref = (number: number, name: string, rest: string) =>
    `R${number},2030-03-05,${9 + number}:00,fct-okafor,${name},${rest}`
  await storePatient('ENM-1', 'Ada')
  await storePatient('ENM-2', 'Eve')
  await run(
    file(
      ref(1, 'Ngozi,Bello', '08031234567,,,'),
      ref(2, 'Chidi,Eze', '08031234568,,,'),
      ref(3, 'Ife,Ade', ',,,'),
      ref(4, ',', ',ENM-1,,'),
      ref(5, 'Ngozi,Ojo', '08031234569,,,'),
      ref(6, 'Funke,Ojo', '08031234569,,,'),
      ref(7, 'Tunde,Ade', ',,,'),
    ),
  )
  const before = await stored('a.*, p.*')
  // Like a program that renumbers its rows: each line with the reference of another, at that one's time or not.
  const renumbered = file(
    ref(1, 'Chidi,Eze', '08031234568,,,'),
    ref(2, 'Ngozi,Bello', '08031234567,,,').replace('11:00', '18:00'),
    ref(3, 'Uju,Obi', ',,cancelled,'),
    ref(4, ',', ',ENM-2,,'),
    // Another one of the family.
    ref(5, 'Emeka,Ojo', '08031230000,,,').replace('14:00', '17:00'),
    // A mother's number, and none.
    ref(6, 'Ngozi,Ojo', '08031234569,,,'),
    ref(7, 'Ife,Ade', ',,,'),
  )
  const references = (await stored('a.reference')).map(({ reference }) => reference as string)
  for (const dryRun of [true, false]) {
    const report = await run(renumbered, { dryRun })
    expect(counts(report)).toBe('0 0 0 0 7')
    expect(report.errors.map(({ message }) => message)).toEqual(
      references.map((reference) =>
        expect.stringContaining(`the appointment ${reference} of another patient`),
      ),
    )
    expect(await stored('a.*, p.*')).toEqual(before)
  }
})

it.each<[string, string]>([
  ['the other way round', 'Bello,Ngozi,08031234567'],
  ['without accents and in capitals', 'NGOZI,BELLO,08031234567'],
  ['with an initial', 'N.,Bello,08030000000'],
  ['with the name of a husband and the same number', 'Ngozi,Okafor,0803 123 4567'],
  ['with another number', 'Ngozi,Bello,08030000000'],
  ['with the name of a husband, without a number', 'Ngozi,Okafor,'],
])('a patient %s is the same', async (_, person) => {
  await run(file('A1,2030-03-05,10:00,fct-okafor,Ngọzi,Bello,08031234567,,,'))
  expect(counts(await run(file(`A1,2030-03-05,11:00,fct-okafor,${person},,,`)))).toBe('0 1 0 0 0')
})

it('a patient whose record was merged is known by both names', async () => {
  await run(file(ADA))
  const registered = await storePatient('ENM-1', 'Adaeze')
  await clinic.database.pool.query('UPDATE patients SET joined_to = $1 WHERE NOT verified', [registered])
  const later = ADA.replace('10:00', '11:00')
  expect(counts(await run(file(later.replace('Ada,Obi', 'Adaeze,Obi'))))).toBe('0 1 0 0 0')
  expect(counts(await run(file(ADA.replace('Ada,Obi,08031234567,', ',,,ENM-1'))))).toBe('0 1 0 0 0')
})

it('an event in the calendars of two doctors stays with the first, and is reported', async () => {
  const calendar = (time: string) =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:one\nDTSTART:20300305T${time}00Z\nSUMMARY:Ada Obi\nEND:VEVENT\nEND:VCALENDAR\n`
  const imported = async (doctor: string, time: string, dryRun = false) => {
    const { pool } = clinic.database
    const words = wordsOf(clinicConfig)
    const given = { doctor }
    async function* bytes() {
      yield new TextEncoder().encode(calendar(time))
    }
    return importBook(icsBook(bytes(), { timeZone: clinicConfig.timeZone, given, words }), {
      pool,
      clinic: clinicConfig,
      words,
      blockers: await currentBlockers(pool, clinicConfig).latest(),
      now: now(),
      past: false,
      given,
      dryRun,
      sendMails: false,
    })
  }
  expect(counts(await imported('fct-okafor', '0900'))).toBe('1 0 0 0 0')
  for (const dryRun of [true, false, false]) {
    expect(counts(await imported('fct-okafor', '0900'))).toBe('0 0 1 0 0')
    expect((await imported('fct-musa', '0900', dryRun)).errors).toEqual([
      {
        line: 2,
        message: expect.stringMatching(/^reference: Here it is the appointment \w+ of Dr. Amaka Okafor/),
      },
    ])
    expect((await stored('doctor_id')).map(Object.values)).toEqual([['fct-okafor']])
  }
  expect(counts(await imported('fct-okafor', '1000'))).toBe('0 1 0 0 0')
})

it('the report names what the clinic does not have, with the number of lines', async () => {
  const { unknown } = await run(
    file(
      'A1,2030-03-05,10:00,Dr. Who,Ada,Obi,,,,',
      'A2,2030-03-05,10:30,Dr. Who,Ada,Obi,,,,Haircut',
      'A3,2030-03-05,10:30,fct-okafor,Ada,Obi,,,,',
    ),
  )
  expect(unknown).toEqual([
    { kind: 'doctor', text: 'Dr. Who', lines: 2 },
    { kind: 'service', text: 'Haircut', lines: 1 },
  ])
})

it('the import stores past appointments on request, each with its outcome', async () => {
  const lines = file(
    'A1,2026-02-03,10:00,fct-okafor,Ada,Obi,,,,',
    'A2,2026-02-03,10:00,fct-okafor,Eve,Eze,,,no_show,',
    'A3,2026-02-03,11:00,fct-okafor,Obi,Eze,,,cancelled,',
  )
  expect(counts(await run(lines))).toBe('0 0 0 3 0')
  expect(counts(await run(lines, { past: true }))).toBe('2 0 0 1 0')
  expect(
    await stored(
      'a.visit, a.done_at = a.ends_at AS done, a.no_show_at = a.starts_at AS missed, a.remind_at, a.created_at <= a.starts_at AS ahead',
    ),
  ).toEqual(
    expect.arrayContaining([
      { visit: 'done', done: true, missed: null, remind_at: null, ahead: true },
      { visit: 'no_show', done: null, missed: true, remind_at: null, ahead: true },
    ]),
  )
  expect(counts(await run(lines, { past: true }))).toBe('0 0 2 1 0')
})

it('the import reminds of appointments two days away, and sends no burst about nearer ones', async () => {
  const at = (hours: number) => new Date(now().getTime() + hours * 3_600_000)
  await run(
    file(
      'A1,2030-03-05,10:00,fct-okafor,Ada,Obi,08031234567,,,',
      'A2,2030-03-06,06:55,fct-okafor,Eve,Eze,08031234568,,,',
      'A3,2030-03-06,09:00,fct-okafor,Ife,Eze,08031234569,,,',
    ),
  )
  const sweep = (when: Date) => sweepReminders({ pool: clinic.database.pool, clinic: clinicConfig }, when)
  expect(await sweep(now())).toBe(0)
  // Two days before the third, at nine.
  expect(await sweep(at(2.1))).toBe(1)
  // Three hours before the first.
  expect(await sweep(at(24.1))).toBe(1)
})

it('the import writes to patients on request, as the desk does', async () => {
  await run(file(ADA, EVE, 'A3,2030-03-04,08:30,fct-okafor,Ife,Eze,08031234569,,,'), { sendMails: true })
  expect(await jobs()).toEqual([{ name: 'appointment-told' }])
  await run(file(ADA.replace(',,,', ',,cancelled,'), EVE), { sendMails: true })
  expect((await jobs()).map(({ name }) => name)).toContain('cancellation-mail')
})

it('the import brings nothing of an erased person back', async () => {
  await run(file(ADA))
  const [{ id }] = await stored('p.id')
  await erasePeople(clinic.database.pool, [id], { now: now(), cancelComing: true, outbox: '/nowhere' })
  const nobodys = await stored('a.status, a.complaint, p.first_name')
  expect(counts(await run(file(ADA)))).toBe('0 0 1 0 0')
  expect(counts(await run(file(ADA.replace('10:00', '11:00'))))).toBe('0 0 0 0 1')
  expect(await stored('a.status, a.complaint, p.first_name')).toEqual(nobodys)
})

it.each([
  ['a new visit', []],
  ['a moved one', [ADA.replace('10:00', '15:00')]],
])(
  'the import yields to a booking that is being stored for the time of %s, and names it',
  async (_, before) => {
    if (before.length > 0) await run(file(...before))
    const { pool } = clinic.database
    const other = await pool.connect()
    try {
      await other.query('BEGIN')
      const { rows } = await other.query<{ id: string }>(
        `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
       VALUES (gen_random_uuid(), 'Zoe', 'Eze', '', '', '', '') RETURNING id`,
      )
      await other.query(
        `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
         starts_at, ends_at, status, complaint, language)
       VALUES (gen_random_uuid(), 'HELDTIME', $1, 'fct-okafor', true, 'fct', 'x', 'consultation',
         '2030-03-05T10:00+01:00', '2030-03-05T10:30+01:00', 'open', '', 'en')`,
        [rows[0]?.id],
      )
      const running = run(file(ADA))
      await expect.poll(waitingForLocks).toBe(1)
      await other.query('COMMIT')
      expect((await running).errors).toEqual([
        { line: 2, message: 'time: Dr. Amaka Okafor has the visit HELDTIME then.' },
      ])
    } finally {
      other.release()
    }
    expect(await stored(`to_char(a.starts_at AT TIME ZONE 'Africa/Lagos', 'HH24:MI') AS at`)).toHaveLength(
      1 + before.length,
    )
  },
)

it('the import raises no notification for staff who had seen every booking, and keeps the unread ones of others', async () => {
  const [seen, behind] = [
    await clinic.signedIn({ username: 'seen' }),
    await clinic.signedIn({ username: 'behind' }),
  ]
  await clinic.book({ doctor_id: 'fct-musa' })
  await clinic.database.pool.query('UPDATE staff SET notifications_seen_at = now() WHERE id = $1', [seen.id])
  await run(file(ADA))
  const bell = async ({ bearer }: typeof seen) =>
    (await clinic.call('GET', '/api/notifications', undefined, bearer)).body.data
  expect(await bell(seen)).toMatchObject({ unread: 0 })
  expect(await bell(behind)).toMatchObject({ unread: 2 })
})

it('the import stores whole thousands of a file that is interrupted, and continues when it is repeated', async () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => {
    const day = String(5 + Math.floor(i / 100)).padStart(2, '0')
    const minutes = (i % 100) * 10
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return `A${i},2030-03-${day},${time},fct-okafor,Ada,Obi,,,,other`
  })
  async function* broken() {
    yield file(...lines).replaceAll(',other', ',')
    throw new FileRefused('It broke off.')
  }
  const short = (text: string) => text.replace('service\n', 'service,minutes\n').replaceAll(/,$/gm, ',,10')
  async function* shortened(source: AsyncIterable<string>) {
    for await (const text of source) yield short(text)
  }
  const failed = run(shortened(broken()))
  await expect(failed).rejects.toThrow('It broke off. Before that, 1,000 visits were imported, and stay.')
  const again = await run(short(file(...lines.map((line) => line.replace(/other$/, '')))))
  expect(counts(again)).toBe('200 0 1000 0 0')
})

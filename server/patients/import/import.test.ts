import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { IMPORT_ERRORS_LIMIT, type ImportReport } from '../../../contract/patients.ts'
import { aroundGuard } from '../../../tests/support/audit-trail.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { correctPatient } from '../../book/record/correct.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { forgetErased, rememberErased } from '../records/erased-clinic-ids.ts'
import { IMPORT_BATCH, importPatients, OTHER_PERSON } from './import.ts'

let database: TestDatabase
let staffId: string
beforeAll(async () => {
  database = await testDatabase()
  staffId = (await storeStaff(database.pool)).id
})
afterAll(() => database.close())
beforeEach(() => aroundGuard(database.pool, 'TRUNCATE patients, audit_log CASCADE'))

const now = new Date('2030-03-04T07:00:00+01:00')

async function* bytesOf(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? new TextEncoder().encode(part) : part
}

const run = (
  parts: string | AsyncIterable<Uint8Array>,
  more: { dryRun?: boolean; otherNames?: boolean; staffId?: string | null } = {},
) =>
  importPatients(typeof parts === 'string' ? bytesOf(parts) : parts, {
    pool: database.pool,
    clinic,
    now,
    dryRun: false,
    otherNames: false,
    staffId,
    ...more,
  })

const counts = ({ created, updated, unchanged, failed }: ImportReport) => [
  created,
  updated,
  unchanged,
  failed,
]
const stored = async (columns = '*') =>
  (await database.pool.query(`SELECT ${columns} FROM patients ORDER BY clinic_id NULLS FIRST`)).rows
const trail = async () =>
  (await database.pool.query('SELECT staff_id, action, subject_kind, details FROM audit_log ORDER BY id'))
    .rows

const HEAD = 'clinic_id,first_name,last_name'
const FULL =
  'clinic_id,raw_id,title,first_name,middle_name,last_name,gender,nationality,birth_date,address,email,phone'
const ADA =
  'c1,R/12,Mrs,Ada,Chi,Obi,Female,Nigeria,1985-03-21,"12, Allen Avenue",Ada@Example.com,0803 123 4567'
const EVE = 'C2,,,Eve,,Eze,,,,,,'

describe('an import of patients', () => {
  it('stores patients as registered ones', async () => {
    expect(await run(`${FULL}\n${ADA}\n${EVE}\n`)).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
      overwritten: 0,
      otherNames: 0,
      errors: [],
      dryRun: false,
    })
    const [ada, eve] = await stored('*, birth_date::text')
    expect(ada).toMatchObject({
      verified: true,
      clinic_id: 'C1',
      raw_id: 'R/12',
      title: 'Mrs',
      first_name: 'Ada',
      middle_name: 'Chi',
      last_name: 'Obi',
      gender: 'female',
      nationality: 'nigeria',
      birth_date: '1985-03-21',
      address: '12, Allen Avenue',
      email: 'Ada@Example.com',
      email_key: 'ada@example.com',
      phone: '0803 123 4567',
      phone_e164: '+2348031234567',
    })
    expect(eve).toMatchObject({
      raw_id: 'C2',
      gender: null,
      nationality: null,
      birth_date: null,
      email: '',
      phone: '',
      phone_e164: null,
      address: '',
    })
  })

  it('may be repeated: nothing changes', async () => {
    await run(`${FULL}\n${ADA}\n${EVE}\n`)
    const before = await stored('*, xmin')
    expect(counts(await run(`${FULL}\n${ADA}\n${EVE}\n`))).toEqual([0, 0, 2, 0])
    expect(await stored('*, xmin')).toEqual(before)
  })

  it('leaves out erased people and says so, until they are readmitted', async () => {
    // 00:30 on the fifth in Lagos.
    await rememberErased(database.pool, ['C1'], new Date('2030-03-04T23:30:00Z'))
    const file = `${FULL}\n${EVE}\n${ADA}\n`
    const errors = [{ line: 3, message: 'clinic_id: Erased on 2030-03-05. Please take it out of the file.' }]
    expect(await run(file, { dryRun: true })).toMatchObject({ created: 1, failed: 1, errors })
    expect(await run(file)).toMatchObject({ created: 1, failed: 1, errors })
    expect(await stored('clinic_id')).toEqual([{ clinic_id: 'C2' }])
    expect(await forgetErased(database.pool, 'C1')).toBe(true)
    expect(counts(await run(file))).toEqual([1, 0, 1, 0])
    expect(await forgetErased(database.pool, 'C1')).toBe(false)
  })

  it('changes the record that differs, keeps its id, and touches no other one', async () => {
    await run(`${FULL}\n${ADA}\n${EVE}\n`)
    const [ada, eve] = await stored('*, xmin')
    expect(counts(await run(`${FULL}\n${ADA.replace('Obi', 'Okafor')}\n${EVE}\n`))).toEqual([0, 1, 1, 0])
    const [adaAfter, eveAfter] = await stored('*, xmin')
    expect(eveAfter).toEqual(eve)
    expect(adaAfter).toEqual({
      ...ada,
      last_name: 'Okafor',
      updated_at: expect.any(Date),
      version: 2,
      name_words: "'ada' 'chi' 'okafor'",
      xmin: expect.anything(),
      name_key: ' ada okafor chi c1',
    })
    expect(adaAfter.xmin).not.toBe(ada.xmin)
  })

  it('overwrites its columns: an empty cell empties, and a missing column leaves alone', async () => {
    await run(`${FULL}\n${ADA}\n`)
    expect(counts(await run(`${HEAD},email\nC1,Ada,Obi,\n`))).toEqual([0, 1, 0, 0])
    expect((await stored())[0]).toMatchObject({
      email: '',
      email_key: '',
      raw_id: 'R/12',
      title: 'Mrs',
      phone: '0803 123 4567',
      phone_e164: '+2348031234567',
      address: '12, Allen Avenue',
    })
  })

  it('leaves visitors alone, whatever they have in common with a patient', async () => {
    await database.pool.query(
      `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
       VALUES (gen_random_uuid(), 'Ada', 'Obi', 'Ada@Example.com', 'ada@example.com', '0803 123 4567', '... Abuja')`,
    )
    const [visitor] = await stored('*, xmin')
    expect(counts(await run(`${FULL}\n${ADA}\n`))).toEqual([1, 0, 0, 0])
    expect((await stored('*, xmin'))[0]).toEqual(visitor)
  })

  it('leaves wrong lines out, names the first hundred, and counts all', async () => {
    const wrong = Array.from({ length: IMPORT_ERRORS_LIMIT + 5 }, (_, at) => `W${at},4,Obi`)
    const report = await run(`${HEAD}\nC1,Ada,Obi\n${wrong.join('\n')}\nC2,Eve,Eze\n`)
    expect(counts(report)).toEqual([2, 0, 0, IMPORT_ERRORS_LIMIT + 5])
    expect(report.errors).toHaveLength(IMPORT_ERRORS_LIMIT)
    expect(report.errors[0]).toEqual({
      line: 3,
      message: 'first_name: Please use letters, spaces, hyphens and apostrophes only.',
    })
  })

  it('is audited with its counts and no name', async () => {
    await run(`${FULL}\n${ADA}\n${EVE}\nC3,Ada\n`)
    await run(`${FULL}\n${ADA}\n`, { staffId: null })
    const entry = { action: 'patients.imported', subject_kind: 'import' }
    const first = { ...entry, staff_id: staffId }
    const counted = { created: 2, updated: 0, unchanged: 0, failed: 1, overwritten: 0, otherNames: 0 }
    expect((await trail()).filter(({ details }) => details.complete)).toEqual([
      { ...first, details: { ...counted, complete: true } },
      {
        ...entry,
        staff_id: null,
        details: {
          created: 0,
          updated: 0,
          unchanged: 1,
          failed: 0,
          overwritten: 0,
          otherNames: 0,
          complete: true,
          by: 'operator',
        },
      },
    ])
  })

  it('as a dry run counts the same and stores nothing, not even in the audit trail', async () => {
    await run(`${FULL}\n${ADA}\n${EVE}\n`)
    await aroundGuard(database.pool, 'TRUNCATE audit_log')
    const before = await stored('*, xmin')
    const file = `${HEAD},email\nC1,Ada,Obi,ada@example.com\nC2,Eve,Eze,\nC3,Zoë,Ojo,\nC4,4,4,\n`
    const tried = await run(file, { dryRun: true })
    expect(counts(tried)).toEqual([1, 1, 1, 1])
    expect(tried.dryRun).toBe(true)
    expect(await stored('*, xmin')).toEqual(before)
    expect(await trail()).toEqual([])
    expect(await run(file)).toEqual({ ...tried, dryRun: false })
  })

  it('does nothing while another one is running', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    async function* slow() {
      yield* bytesOf(`${HEAD}\nC1,Ada,Obi\n`)
      begun.resolve()
      await goOn.promise
      yield* bytesOf('C2,Eve,Eze\n')
    }
    const first = run(slow())
    await begun.promise
    await expect(run(`${HEAD}\nC3,Zoë,Ojo\n`)).rejects.toThrow('Another file is being imported.')
    // A dry run takes no lock.
    expect(counts(await run(`${HEAD}\nC3,Zoë,Ojo\n`, { dryRun: true }))).toEqual([1, 0, 0, 0])
    goOn.resolve()
    expect(counts(await first)).toEqual([2, 0, 0, 0])
    expect(counts(await run(`${HEAD}\nC3,Zoë,Ojo\n`))).toEqual([1, 0, 0, 0])
  })
})

describe('a clinic id that is known', () => {
  const born = `${HEAD},birth_date,phone`
  const NGOZI = 'C1,Ngozi,Bello,1985-03-21,08031234567'
  it.each<[string, string, number[]]>([
    ['of another person', 'C1,Chidi,Eze,1990-01-01,08030000000', [0, 0, 0, 1]],
    ['of another person with the same contact', 'C1,Chidi,Eze,,08031234567', [0, 0, 0, 1]],
    ['of another person with the same date of birth', 'C1,Chidi,Eze,1985-03-21,', [0, 0, 0, 1]],
    ['of another person with the same title', 'C1,Mrs Chidi,Eze,,', [0, 0, 0, 1]],
    ['of a relative', 'C1,Chidi,Bello,2019-01-01,08031234567', [0, 0, 0, 1]],
    ['of a relative with the same contact', 'C1,Chidi,Bello,,08031234567', [0, 0, 0, 1]],
    ['of a twin', 'C1,Kehinde,Bello,1985-03-21,08031234567', [0, 0, 0, 1]],
    ['of a relative, the names the other way round', 'C1,Bello,Chidi,,', [0, 0, 0, 1]],
    ['with another last name and a second first name', 'C1,Ngozi Ada,Okafor,,', [0, 1, 0, 0]],
    ['with another last name', 'C1,Ngozi,Okafor,1985-03-21,08030000000', [0, 1, 0, 0]],
    ['with another last name, without a date of birth', 'C1,Ngozi,Okafor,,', [0, 1, 0, 0]],
    ['with the names the other way round', 'C1,BELLO,ngọzi,1985-03-21,08031234567', [0, 1, 0, 0]],
    ['with a corrected date of birth', 'C1,Ngozi,Bello,1985-03-12,08031234567', [0, 1, 0, 0]],
    ['with an initial', 'C1,N.,Bello,,', [0, 1, 0, 0]],
    ['with a title', 'C1,Dr. Ngozi,Bello,,', [0, 1, 0, 0]],
    ['with nothing new', NGOZI, [0, 0, 1, 0]],
  ])('%s', async (_, line, expected) => {
    await run(`${born}\n${NGOZI}\n`)
    const before = await stored('*, xmin')
    const file = `${born}\nC2,Ada,Obi,,\n${line}\n`
    const isOther = expected[3] === 1
    const errors = isOther ? [{ line: 3, message: OTHER_PERSON }] : []
    const [created = 0, ...others] = expected
    const tried = await run(file, { dryRun: true })
    expect([counts(tried), tried.otherNames, tried.errors]).toEqual([
      [created + 1, ...others],
      Number(isOther),
      errors,
    ])
    expect(await run(file)).toEqual({ ...tried, dryRun: false })
    if (!isOther) return
    expect((await stored('*, xmin'))[0]).toEqual(before[0])
    // With the option that the file is right.
    const taken = await run(file, { otherNames: true })
    expect([counts(taken), taken.otherNames, taken.errors]).toEqual([[0, 1, 1, 0], 1, []])
  })
})

describe('a family that shares a phone number and an email address', () => {
  const shared = `${HEAD},middle_name,phone,email`
  const line = (id: string, first: string) => `${id},${first},Bello,Emeka,08031234567,bello@example.com`
  const family = [line('C1', 'Ngozi'), line('C2', 'Chidi'), line('C3', 'Amara')]
  const asStored = [
    { clinic_id: 'C1', first_name: 'Ngozi', phone: '08031234567', email: 'bello@example.com' },
    { clinic_id: 'C2', first_name: 'Chidi', phone: '08031234567', email: 'bello@example.com' },
    { clinic_id: 'C3', first_name: 'Amara', phone: '08031234567', email: 'bello@example.com' },
  ]
  const people = () => stored('clinic_id, first_name, phone, email')

  it('stays as it is when its lines come in another order', async () => {
    await run([shared, ...family].join('\n'))
    expect(counts(await run([shared, ...family.toReversed()].join('\n')))).toEqual([0, 0, 3, 0])
    expect(await people()).toEqual(asStored)
  })

  it('does not get one another’s first names from a sheet of which one column was sorted', async () => {
    await run([shared, ...family].join('\n'))
    const sorted = [line('C1', 'Amara'), line('C2', 'Chidi'), line('C3', 'Ngozi')]
    const report = await run([shared, ...sorted].join('\n'))
    expect([counts(report), report.errors]).toEqual([
      [0, 0, 1, 2],
      [
        { line: 2, message: OTHER_PERSON },
        { line: 4, message: OTHER_PERSON },
      ],
    ])
    expect(await people()).toEqual(asStored)
  })

  it('keeps its contacts when a line has a cell too few', async () => {
    await run([shared, ...family].join('\n'))
    const short = family.with(1, 'C2,Chidi,Bello,08031234567,bello@example.com')
    const report = await run([shared, ...short].join('\n'))
    expect([counts(report), report.errors]).toEqual([
      [0, 0, 2, 1],
      [{ line: 3, message: 'There are 5 cells and 6 columns.' }],
    ])
    expect(await people()).toEqual(asStored)
  })
})

it.each([
  ['a phone number', 'C1,Ngozi,Bello,0803 123 4567,'],
  ['an email address', 'C1,Ngozi,Bello,bello@example.com,0803 123 4567'],
])('a line whose address is %s has a cell too few, and empties no contact', async (_, line) => {
  const head = `${HEAD},address,phone`
  await run(`${head}\nC1,Ngozi,Bello,12 Allen Avenue,08031234567`)
  const before = await stored()
  const report = await run(`${head}\n${line}`)
  expect(counts(await run(`${head}\nC2,Ada,Obi,"Plot 7, call 0803 123 4567",`))).toEqual([1, 0, 0, 0])
  expect(counts(await run(`${head}\nC2,Ada,Obi,12,`))).toEqual([0, 1, 0, 0])
  const message =
    'address: This is a phone number or an email address. Please check whether a cell is missing from the line.'
  expect(report).toMatchObject({ failed: 1, errors: [{ line: 2, message }] })
  expect(await stored()).toContainEqual(before[0])
})

describe('an import that is interrupted', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `C${from + at},Ada,Obi\n`).join('')
  /** A file of more than two batches, in parts that are read one after the other. */
  async function* breakingOff(end: () => never) {
    for (let from = 0; from < 2_500; from += 100) {
      yield* bytesOf((from === 0 ? `${HEAD}\n` : '') + lines(from, from + 100))
    }
    end()
  }

  it('by the file has stored whole portions, says so, and can be repeated', async () => {
    const failing = run(
      breakingOff(() => {
        throw new FileRefused('Line 2502 of the file is not UTF-8.')
      }),
    )
    const error = await failing.catch((reason: unknown) => reason as FileRefused)
    expect(error).toMatchObject({
      message: 'Line 2502 of the file is not UTF-8. Before that, 2,000 patients were imported, and stay.',
      report: { created: 2_000 },
    })
    expect(await stored('clinic_id')).toHaveLength(2 * IMPORT_BATCH)
    expect((await trail()).map(({ details }) => details)).toMatchObject([
      { created: 1_000, complete: false },
      { created: 2_000, complete: false },
    ])
    expect(counts(await run(`${HEAD}\n${lines(0, 2_500)}`))).toEqual([500, 0, 2_000, 0])
  })

  it('by its caller has stored whole portions, and blocks no one', async () => {
    const left = run(
      breakingOff(() => {
        throw new DOMException('gone', 'AbortError')
      }),
    )
    await expect(left).rejects.toThrow('gone')
    expect(await stored('clinic_id')).toHaveLength(2 * IMPORT_BATCH)
    expect(counts(await run(`${HEAD}\n${lines(0, 2_500)}`))).toEqual([500, 0, 2_000, 0])
  })

  it('by the database leaves no half portion behind', async () => {
    await database.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON patients FOR EACH ROW WHEN (NEW.clinic_id = 'C1700') EXECUTE FUNCTION fail()`)
    await expect(run(`${HEAD}\n${lines(0, 2_500)}`)).rejects.toMatchObject({ code: '53100' })
    expect(await stored('clinic_id')).toHaveLength(IMPORT_BATCH)
    expect(await trail()).toMatchObject([{ details: { created: 1_000, complete: false } }])
    await database.pool.query('DROP TRIGGER fail ON patients; DROP FUNCTION fail')
    expect(counts(await run(`${HEAD}\n${lines(0, 2_500)}`))).toEqual([1_500, 0, 1_000, 0])
  })
})

it('an import leaves a contact that the desk has corrected, until the file has a new value', async () => {
  const { pool } = database
  const file = (email: string) => `clinic_id,first_name,last_name,email\nC1,Ada,Obi,${email}\n`
  const contact = async () =>
    (await pool.query('SELECT email, email_key, email_source FROM patients WHERE clinic_id = $1', ['C1']))
      .rows[0]
  await run(file('old@example.com'))
  const { rows } = await pool.query('SELECT id FROM patients')
  const by = { staffId, country: clinic.country, now }
  await correctPatient(pool, rows[0].id, null, { email: 'desk@example.com' }, by)
  expect(counts(await run(file('old@example.com')))).toEqual([0, 0, 1, 0])
  expect(await contact()).toEqual({
    email: 'desk@example.com',
    email_key: 'desk@example.com',
    email_source: 'desk',
  })
  const anew = { updated: 1, overwritten: 1 }
  expect(await run(file('moved@example.com'), { dryRun: true })).toMatchObject(anew)
  expect(await run(file('moved@example.com'))).toMatchObject(anew)
  // The file's value is current again, so that its next change takes nothing from the desk.
  expect(await run(file('again@example.com'))).toMatchObject({ updated: 1, overwritten: 0 })
  await run(file('moved@example.com'))
  expect(await contact()).toEqual({
    email: 'moved@example.com',
    email_key: 'moved@example.com',
    email_source: 'file',
  })
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { aroundGuard } from '../../../tests/support/audit-trail.ts'
import { type DataCommand, isDataCommand, parseDataCommand } from './data-command.ts'
import { type KnownPeople, rowsWith, startWithKnownPeople } from './known-people.fixture.ts'
import { runDataCommand } from './run-data-command.ts'

const parse = ([name = '', ...rest]: string[]) => {
  if (!isDataCommand(name)) throw new Error(name)
  return parseDataCommand(name, [name, ...rest])
}

it.each([
  [['export', 'C1'], { name: 'export', who: 'C1', all: false, file: null }],
  [['export', 'a@b.de', 'a.json', '--all'], { name: 'export', who: 'a@b.de', all: true, file: 'a.json' }],
  [['readers', '+234 803 1'], { name: 'readers', who: '+234 803 1', all: false }],
  [['erase', '--yes', 'C1'], { name: 'erase', who: 'C1', all: false, cancelComing: false, yes: true }],
  [
    ['erase', 'C1', '--cancel-coming'],
    { name: 'erase', who: 'C1', all: false, cancelComing: true, yes: false },
  ],
  [['readmit', 'C1'], { name: 'readmit', clinicId: 'C1' }],
])('the arguments %j are understood', (args, command) => expect(parse(args)).toEqual(command))

it.each([
  [['export'], 'Say whose data to export'],
  [['erase', ' '], 'Say whom to erase'],
  [['erase', '0803', '123', '4567'], 'quotation marks'],
  [['export', 'C1', '--yes'], "'export' takes no --yes."],
  [['erase', 'C1', '--force'], "Unknown option '--force'."],
])('the arguments %j are refused: %s', (args, says) => expect(() => parse(args)).toThrow(says))

it('the name of an inherited property is no subcommand', () =>
  expect(isDataCommand('constructor')).toBe(false))

async function run(people: KnownPeople, command: DataCommand, typed?: string): Promise<string[]> {
  const said: string[] = []
  await runDataCommand(command, {
    pool: people.pool,
    clinic,
    now: people.clock.now,
    outbox: people.outbox,
    say: (line) => said.push(line),
    ask: async () => typed ?? Promise.reject(new Error('nobody is there to be asked')),
  })
  return said
}

it('a registered patient is erased once, is known as erased by clinic id and record, and may be readmitted', async () => {
  const people = await startWithKnownPeople()
  const { ada } = people.people
  const erase = (who: string) =>
    run(people, { name: 'erase', who, all: false, cancelComing: true, yes: true })
  expect(await erase('pm-ada-1')).toEqual([
    "Erased: 1 record. Their appointments stay as nobody's: 2.",
    'Cancelled without a word to the patient: 1.',
    'Open dashboards show it at once, pages kept on devices within 72 hours. Backups still have the data.',
    `Erase again after restoring an older backup: ${ada.id}`,
    "The clinic's own file still has them; its next import leaves them out and says so.",
    'Not touched, with the same email address or phone number: PM-CHIDI-1. They may be of the same person, or of a family.',
  ])
  const already = [expect.stringMatching(/^Erased already, on \d{4}-\d\d-\d\d\.$/)]
  expect(await erase('PM-Ada-1')).toEqual(already)
  expect(await erase(ada.id)).toEqual(already)
  await expect(run(people, { name: 'export', who: 'PM-ADA-1', all: false, file: null })).rejects.toThrow(
    'Nobody',
  )

  const readmit = () => run(people, { name: 'readmit', clinicId: ' pm-ada-1' })
  expect(await readmit()).toEqual(['The next import may bring this patient in again.'])
  await expect(readmit()).rejects.toThrow('Nobody of this clinic id was erased.')
  // Erasing again must still be possible.
  expect(await rowsWith(people.pool, ['PM-ADA-1'])).toEqual([])
  await expect(erase('PM-ADA-1')).rejects.toThrow('Nobody is known by this.')
})

it('the data command lists who opened a patient’s appointments, and when, in clinic time', async () => {
  const people = await startWithKnownPeople()
  const { adas, chidis } = people.appointments
  for (const { id } of [adas, chidis]) {
    await people.call('GET', `/api/appointments/${id}`, undefined, {
      ...people.admin.bearer,
      'x-unattended': '1',
    })
  }
  await aroundGuard(
    people.pool,
    `UPDATE audit_log SET at = '2030-03-04T08:15:00Z' WHERE subject_id = '${adas.id}'`,
  )
  const said = await run(people, { name: 'readers', who: adas.reference, all: false })
  expect(said.slice(0, -1)).toEqual([
    `2030-03-04 09:15  ada  ${adas.reference} (their page by itself)`,
    expect.stringContaining(`  ada  ${people.appointments.adasCancelled.reference}`),
  ])
})

it('the data command lists every kind of read: the record, lists, searches, the bell and exports', async () => {
  const people = await startWithKnownPeople()
  const { adas } = people.appointments
  const id = people.people.ada.id
  const { bearer } = people.admin
  await people.call('GET', `/api/patients/${id}`, undefined, bearer)
  await people.call('POST', '/api/patients/search', { search: 'adamarker' }, bearer)
  await people.call('POST', '/api/appointments/all', { search: 'adamarker' }, bearer)
  await people.call('POST', '/api/appointments/all?limit=100', {}, bearer)
  await people.call('GET', '/api/notifications', undefined, bearer)
  await people.pool.query(
    `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details) VALUES
       (NULL, 'device.prefetched', 'device', 'x', jsonb_build_object('owner', $2::text, 'appointments', jsonb_build_array($1::text))),
       (NULL, 'feed.fetched', 'feed', 'f', jsonb_build_object('by', 'feed', 'appointments', jsonb_build_array($1::text))),
       ($2::text::uuid, 'appointments.exported', 'location', 'all', '{"from": "", "to": ""}'),
       ($2::text::uuid, 'appointments.exported', 'location', 'phc', '{"from": "", "to": ""}'),
       ($2::text::uuid, 'appointments.exported', 'location', 'all', '{"from": "2029-01-01", "to": "2029-01-02"}')`,
    [adas.id, people.admin.id],
  )
  await people.pool.query(`UPDATE appointments SET created_at = now() - interval '1 day'`)
  const said = await run(people, { name: 'readers', who: id, all: false })
  const kinds = said.flatMap(
    (line) => /^\S+ \S+ {2}(.+?) {2}.*?\(([^()]+)\)$/.exec(line)?.slice(1, 3).join(': ') ?? [],
  )
  expect(kinds.slice(0, 8)).toEqual([
    'ada: export that may have them',
    'calendar feed f: calendar',
    'tablet of ada: refresh',
    'ada: latest bookings',
    'ada: list',
    'ada: search',
    'ada: search for patients',
    'ada: record',
  ])
})

it('an export lists other records with the same contact, a family or the bookings of a visitor', async () => {
  const people = await startWithKnownPeople()
  const { zoes } = people.appointments
  const exportOf = async (who: string, file: string) =>
    (await run(people, { name: 'export', who, all: false, file: join(people.folder, file) })).slice(1)
  expect(await exportOf(zoes.reference, 'zoe.json')).toEqual([])
  expect(await exportOf('PM-CHIDI-1', 'chidi.json')).toEqual([expect.stringContaining(': PM-ADA-1. ')])
})

it('an export overwrites no file, and a failed one leaves none', async () => {
  const people = await startWithKnownPeople()
  const { zoes } = people.appointments
  const to = (file: string) =>
    run(people, { name: 'export', who: zoes.reference, all: false, file: join(people.folder, file) })
  await to('zoe.json')
  const first = await readFile(join(people.folder, 'zoe.json'), 'utf8')
  await expect(to('zoe.json')).rejects.toThrow('zoe.json is there already. Nothing was exported.')
  expect(await readFile(join(people.folder, 'zoe.json'), 'utf8')).toBe(first)
  await expect(to('nowhere/zoe.json')).rejects.toThrow('cannot be written (ENOENT). Nothing was exported.')
  await people.pool.query('ALTER TABLE audit_log RENAME TO away')
  await expect(to('later.json')).rejects.toThrow()
  expect(await readdir(people.folder)).toEqual(['zoe.json'])
})

it('a wrong answer to the confirmation prompt erases no one', async () => {
  const people = await startWithKnownPeople()
  const erase = (typed: string) =>
    run(people, { name: 'erase', who: 'PM-ADA-1', all: false, cancelComing: true, yes: false }, typed)
  for (const typed of ['', 'y', 'PM-CHIDI-1'])
    await expect(erase(typed)).rejects.toThrow('Nothing was erased.')
  expect((await erase('PM-ADA-1 '))[0]).toContain('Erased: 1 record.')
})

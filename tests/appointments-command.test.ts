import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import clinicConfig from '../clinic.config.ts'
import { parseClinic } from '../contract/clinic-config.ts'
import { addDays, clinicDate, weekdayOf } from '../domain/clinic-time.ts'
import { parseBookCommand, runBookCommand } from '../server/book/import/command.ts'
import { startClinic } from './support/clinic.ts'

/** `npm run appointments` as a process of its own, as the person who runs the server calls it. */
async function appointments(args: readonly string[], databaseUrl: string) {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/appointments.ts', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

/** A Tuesday to come. */
function tuesday(): string {
  const today = clinicDate(new Date(), 'Africa/Lagos')
  return addDays(today, 9 - weekdayOf(today))
}

it('the appointments command imports a file by its ending, and fails when a line, the file or a word is wrong', {
  timeout: 240_000,
}, async () => {
  await using clinic = await startClinic()
  const folder = await mkdtemp(join(tmpdir(), 'enamel-appointments-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const written = async (name: string, text: string | Uint8Array) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const date = tuesday()
  const head = 'reference;date;time;doctor;first_name;last_name;phone'
  const csv = await written('book.csv', `\ufeff${head}\nA1;${date};10:00;Room 1;Zoë;Obi;08031234567\n`)
  const map = await written('map.csv', 'what,theirs,ours\ndoctor,Room 1,fct-okafor\n')
  const latin = await written('latin.csv', Buffer.from(`${head}\nA1;${date};10:00;x;Zoë;Obi;\n`, 'latin1'))
  const event = `BEGIN:VEVENT\r\nUID:1\r\nDTSTART:${date.replaceAll('-', '')}T110000\r\nSUMMARY:Eve Eze\r\nEND:VEVENT`
  const ics = await written('book.ics', `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR\r\n`)
  const run = (...args: string[]) => appointments(args, clinic.database.url)
  /** Without a process of its own, which takes a second. */
  const runHere = async (...args: string[]) => {
    const said: string[] = []
    const { failed } = await runBookCommand(parseBookCommand(args), {
      connect: async () => clinic.database.pool,
      clinic: parseClinic(clinicConfig),
      now: new Date(),
      say: (line) => said.push(line),
    })
    return { failed, said }
  }

  expect(await run('import', csv)).toEqual({
    code: 1,
    output:
      '0 added, 0 changed, 0 unchanged, 0 passed over, 1 wrong.\n' +
      "line 2: doctor: The clinic doesn't have this doctor.\n" +
      'What the clinic does not have; a map (--map) can say what it means:\n' +
      '  doctor “Room 1”: 1 line\n',
    errors: '',
  })
  expect(await runHere('import', csv, '--map', map, '--dry-run')).toEqual({
    failed: 0,
    said: ['1 new, 0 to change, 0 unchanged, 0 passed over, 0 wrong.', 'Nothing was stored (--dry-run).'],
  })
  expect(await clinic.count('appointments')).toBe(0)
  expect(await runHere('import', csv, '--map', map)).toMatchObject({
    said: [expect.stringMatching(/^1 added/)],
  })
  expect(await run('import', ics, '--doctor', 'fct-okafor')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^1 added/),
  })
  expect(await clinic.count('appointments')).toBe(2)
  expect(await runHere('import', latin)).toMatchObject({
    failed: 1,
    said: [expect.stringMatching(/1 wrong\.$/), expect.stringMatching(/^line 2: .+ Save the file as UTF-8/)],
  })
  expect(await run('import', ics, '--doctor', 'Dr. Who')).toEqual({
    code: 1,
    output: '',
    errors: "--doctor: The clinic doesn't have this doctor.\n",
  })
  expect(await run('import', map.replace('.csv', '.txt'))).toMatchObject({
    code: 2,
    errors: expect.stringContaining('The file ends in .csv or .ics.'),
  })
})

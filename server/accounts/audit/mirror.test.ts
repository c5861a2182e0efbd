import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { audit } from './audit.ts'
import { mirrorTrail } from './mirror.ts'

async function start() {
  const database = await testDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-mirror-'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const file = path.join(folder, 'audit.jsonl')
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  return {
    pool: database.pool,
    file,
    lines,
    /** Mirrors the existing entries: stopping writes new ones. */
    once: async (target: string = file) =>
      (await mirrorTrail({ pool: database.pool, log }, { file: target })).stop(),
    add: (id: string) =>
      audit(database.pool, {
        staffId: null,
        action: 'todo.done',
        subject: { kind: 'x', id },
        details: { by: 'test' },
      }),
    mirrored: async () =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}

/** Catches what goes to the standard error. */
function intoStream(written: string[]) {
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk, ...more: unknown[]) => {
    written.push(String(chunk))
    const done = more.at(-1)
    if (typeof done === 'function') done()
    return true
  })
  onTestFinished(() => write.mockRestore())
}

it('the audit mirror has each entry once as a line, and continues where it stopped', async () => {
  const { once, add, mirrored, file } = await start()
  await add('1')
  await add('2')
  await once()
  await add('3')
  await once()
  const all = await mirrored()
  expect(all.map(({ subject }) => subject.id)).toEqual(['1', '2', '3'])
  expect(all[0]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    staff: null,
    action: 'todo.done',
    subject: { kind: 'x', id: '1' },
    details: { by: 'test' },
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('the audit mirror has an entry that is committed after a higher number, and none that is rolled back', async () => {
  const { pool, file, mirrored, add } = await start()
  const mirror = await mirrorTrail({ pool, log: pino({ level: 'silent' }) }, { file })
  onTestFinished(() => mirror.stop())
  const late = await pool.connect()
  try {
    await late.query('BEGIN')
    await audit(late, { staffId: null, action: 'todo.done', subject: { kind: 'x', id: 'late' } })
    await add('early')
    await expect.poll(async () => (await mirrored().catch(() => [])).length).toBe(1)
    await late.query('COMMIT')
  } finally {
    late.release()
  }
  await expect
    .poll(async () => (await mirrored()).map(({ subject }) => subject.id))
    .toEqual(['early', 'late'])
})

it.each(['a file', 'a stream'])(
  'an entry that is committed after a restart, below a higher number, is mirrored once into %s',
  async (into) => {
    const { pool, file, mirrored, add } = await start()
    const written: string[] = []
    intoStream(written)
    const target = into === 'a file' ? { file } : { stream: 'stderr' as const }
    const begun = () => mirrorTrail({ pool, log: pino({ level: 'silent' }) }, target)
    const subjects = async () =>
      (into === 'a file'
        ? await mirrored()
        : written
            .join('')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
      ).map(({ subject }) => subject.id)

    const first = await begun()
    const late = await pool.connect()
    try {
      await late.query('BEGIN')
      await audit(late, { staffId: null, action: 'todo.done', subject: { kind: 'x', id: 'late' } })
      await add('early')
      await first.stop()
      // Another one that knows of the gap only from the one before.
      const second = await begun()
      await second.stop()
      await late.query('COMMIT')
    } finally {
      late.release()
    }
    const third = await begun()
    await add('next')
    await third.stop()
    const isFile = into === 'a file'
    // A stream begins with the commits after its start.
    expect(await subjects()).toEqual(isFile ? ['early', 'late', 'next'] : ['early', 'next'])
  },
)

it('into a stream, the mirror writes an entry begun before the start and committed after it', async () => {
  const { pool, add } = await start()
  const written: string[] = []
  intoStream(written)
  const late = await pool.connect()
  try {
    await late.query('BEGIN')
    await audit(late, { staffId: null, action: 'todo.done', subject: { kind: 'x', id: 'late' } })
    await add('early')
    const mirror = await mirrorTrail({ pool, log: pino({ level: 'silent' }) }, { stream: 'stderr' })
    await late.query('COMMIT')
    await mirror.stop()
  } finally {
    late.release()
  }
  expect(written.map((line) => JSON.parse(line).subject.id)).toEqual(['late'])
})

it('a gap in the mirror stays open while a transaction may fill it, and is closed then', async () => {
  const { pool, file, mirrored, add } = await start()
  let now = Date.now()
  const once = async () =>
    (await mirrorTrail({ pool, log: pino({ level: 'silent' }), now: () => now }, { file })).stop()
  const gaps = async () => (await readFile(`${file}.position`, 'utf8')).trim().split('\n').length - 1
  const late = await pool.connect()
  try {
    await late.query('BEGIN')
    await audit(late, { staffId: null, action: 'todo.done', subject: { kind: 'x', id: 'late' } })
    await add('1')
    await once()
    expect(await gaps()).toBe(1)
    now += 3_600_000
    await add('2')
    await once()
    expect(await gaps()).toBe(1)
    await late.query('COMMIT')
  } finally {
    late.release()
  }
  await once()
  expect((await mirrored()).map(({ subject }) => subject.id)).toEqual(['1', '2', 'late'])
  expect(await gaps()).toBe(0)

  await pool.query(`SELECT nextval('audit_log_id_seq')`)
  await add('3')
  await once()
  expect(await gaps()).toBe(1)
  now += 3_600_000
  // Transactions of other databases of the cluster count too.
  await expect
    .poll(
      async () => {
        await add('4')
        await once()
        return gaps()
      },
      { timeout: 60_000 },
    )
    .toBe(0)
})

it('the audit mirror continues from a position of an earlier version', async () => {
  const { file, once, add, mirrored } = await start()
  await add('1')
  await add('2')
  await writeFile(`${file}.position`, '1\n')
  await once()
  expect((await mirrored()).map(({ subject }) => subject.id)).toEqual(['2'])
})

it('the audit mirror reports that it cannot write, and catches up once it can', async () => {
  const { once, add, lines, file, mirrored } = await start()
  await add('1')
  await once(path.join(file, 'no-folder.jsonl'))
  expect(lines.join()).toContain('AUDIT_LOG could not be written')
  await once()
  expect(await mirrored()).toHaveLength(1)
})

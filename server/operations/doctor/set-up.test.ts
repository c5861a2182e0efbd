import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../../build/build-info.ts'
import clinicConfig from '../../../clinic.config.ts'
import { readConfig } from '../../platform/config/config.ts'
import { checkClocks } from './clock.ts'
import { checkDisk, checkMemory, checkModes } from './disk.ts'
import { examine } from './doctor.ts'
import { line } from './finding.ts'
import { checkNode, checkPackages, checkPage } from './installation.ts'
import { checkClinic, checkEnvironment, checkPlausible } from './settings.ts'

async function folder(mode = 0o755): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'enamel-doctor-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  // Sets the mode whatever the umask.
  await chmod(made, mode)
  return made
}

const GOOD = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://book.example.com',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://u:p@mail.example.com',
  MAIL_FROM: 'desk@example.com',
  SMS_URL: 'africastalking://u:k@api.africastalking.com',
  AUDIT_LOG: 'stdout',
}

describe('the check of settings', () => {
  it.each([
    { what: 'nothing, for a clinic', change: {}, says: [] },
    { what: 'no address', change: { PUBLIC_URL: '' }, says: ['wrong PUBLIC_URL is not set'] },
    {
      what: 'no TLS',
      change: { PUBLIC_URL: 'http://book.example.com' },
      says: ['wrong PUBLIC_URL is plain http'],
    },
    {
      what: 'a proxy that is not believed',
      change: { TRUST_PROXY: '0' },
      says: ['wrong PUBLIC_URL is https and TRUST_PROXY'],
    },
    {
      what: 'a proxy that can be gone round',
      change: { HOST: '0.0.0.0' },
      says: ['warning TRUST_PROXY is set and Enamel listens'],
    },
    { what: 'no limits', change: { RATE_LIMITS: 'off' }, says: ['wrong RATE_LIMITS=off'] },
    { what: 'no mail server', change: { SMTP_URL: '' }, says: ['wrong SMTP_URL is not set'] },
    { what: 'no sender', change: { MAIL_FROM: '' }, says: ['warning MAIL_FROM is not set'] },
    {
      what: 'a trail that has no second copy',
      change: { AUDIT_LOG: '' },
      says: ['warning AUDIT_LOG is not set'],
    },
    { what: 'no gateway', change: { SMS_URL: '' }, says: ['warning SMS_URL is not set'] },
    {
      what: 'mail that goes nowhere, on a machine to try it out',
      change: { NODE_ENV: '', PUBLIC_URL: 'http://localhost:3000', SMTP_URL: '' },
      says: ['warning SMTP_URL is not set'],
    },
  ])('finds $what', ({ change, says }) => {
    const env = { ...GOOD, ...change }
    const found = checkPlausible(readConfig(env), env).filter(({ state }) => state !== 'ok')
    expect(found.map((finding) => `${finding.state} ${finding.says}`)).toEqual(
      says.map((each) => expect.stringContaining(each)),
    )
  })

  it('names each unreadable setting, without its value', () => {
    const { config, findings } = checkEnvironment({ PORT: 'hunter2', SMTP_URL: 'hunter2' })
    expect(config).toBeUndefined()
    expect(findings.map(({ state }) => state)).toEqual(['wrong', 'wrong'])
    expect(JSON.stringify(findings)).not.toContain('hunter2')
  })

  it('names each mistake in the clinic’s facts', async () => {
    const wrong = { ...clinicConfig, name: '', timeZone: 'Africa/Nowhere' }
    const states = async (load: () => Promise<unknown>) => (await checkClinic(load)).map(({ state }) => state)
    expect(await states(async () => clinicConfig)).toEqual(['ok'])
    expect(await states(async () => wrong)).toEqual(['wrong', 'wrong'])
    expect(await states(() => Promise.reject(new SyntaxError('x')))).toEqual(['wrong'])
  })
})

describe('the check of the installation', () => {
  it.each([
    { version: '24.1.0', state: 'ok' },
    { version: '22.20.0', state: 'wrong' },
  ])('judges Node $version: $state', ({ version, state }) =>
    expect(checkNode(version)).toMatchObject({ state }),
  )

  it('finds packages that are missing or of another version, and a page that is not built', async () => {
    expect(await checkPackages(root)).toMatchObject({ state: 'ok' })
    const project = await folder()
    await writeFile(
      path.join(project, 'package.json'),
      '{"dependencies":{"a":"1.0.0","b":"1.0.0","c":"1.0.0"}}',
    )
    for (const [name, version] of [
      ['a', '1.0.0'],
      ['b', '0.9.0'],
    ] as const) {
      await mkdir(path.join(project, 'node_modules', name), { recursive: true })
      await writeFile(path.join(project, 'node_modules', name, 'package.json'), JSON.stringify({ version }))
    }
    expect(await checkPackages(project)).toMatchObject({
      state: 'wrong',
      says: '2 of 3 packages are missing or of another version: b 0.9.0, c is missing.',
    })
    expect(await checkPage(project, {})).toMatchObject({
      state: 'warning',
      says: 'The page has not been built yet.',
    })
    await mkdir(path.join(project, 'dist'))
    await writeFile(path.join(project, 'dist', 'build.json'), '{"inputs":"of before"}')
    expect(await checkPage(project, {})).toMatchObject({
      state: 'warning',
      says: 'The built page is out of date.',
    })
  })
})

describe('the check of the machine', () => {
  it('finds files that others may read or change in the data folder', async () => {
    const data = await folder(0o777)
    for (const name of ['outbox', 'backups']) await mkdir(path.join(data, name))
    await chmod(path.join(data, 'outbox'), 0o755)
    await chmod(path.join(data, 'backups'), 0o700)
    await writeFile(path.join(data, 'backups', 'x.sql.gz'), '', { mode: 0o644 })
    await writeFile(path.join(data, 'enamel.lock'), '', { mode: 0o644 })
    expect((await checkModes(data)).map(({ state, advice }) => `${state} ${advice}`)).toEqual([
      `wrong Run: chmod go-w ${data}`,
      `wrong Run: chmod 700 ${data}/outbox`,
      `wrong Run: chmod 600 ${data}/enamel.lock`,
      `wrong Run: chmod 600 ${data}/backups/x.sql.gz`,
    ])
    for (const [name, mode] of [
      ['', 0o755],
      ['outbox', 0o700],
      ['enamel.lock', 0o600],
      ['backups/x.sql.gz', 0o600],
    ] as const) {
      await chmod(path.join(data, name), mode)
    }
    expect(await checkModes(data)).toMatchObject([{ state: 'ok' }])
    expect(await checkModes(path.join(data, 'nowhere'))).toMatchObject([{ state: 'warning' }])
  })

  it('reports free space, once for each existing folder', async () => {
    const data = await folder()
    const found = await checkDisk([data, data, path.join(data, 'nowhere')])
    expect(found).toHaveLength(1)
    // /proc never has free space on Linux.
    expect(await checkDisk(['/proc'])).toMatchObject([{ state: 'wrong', says: '0 MB are free in /proc.' }])
    expect(checkMemory(100e6, 8e9)).toMatchObject({
      state: 'warning',
      says: '100 MB of 8.0 GB of memory are free.',
    })
    expect(checkMemory(1e9, 8e9)).toMatchObject({ state: 'ok' })
  })

  it.each([
    { seconds: 59, says: ["ok This machine's agrees with the database."] },
    { seconds: 61, says: ['wrong The clock of this machine is 61 s behind that of the database.'] },
    { seconds: -90, says: ['wrong The clock of this machine is 90 s ahead of that of the database.'] },
  ])('judges a clock that is $seconds s ahead', ({ seconds, says }) => {
    const found = checkClocks([{ whose: 'the database', seconds }])
    expect(found.map((finding) => `${finding.state} ${finding.says}`)).toEqual(says)
  })
})

it('doctor names a database on another machine that is not verified', async () => {
  const findings = await examine({
    ...GOOD,
    DATA_DIR: await folder(),
    DATABASE_URL: 'postgres://u@127.0.0.1:1/x',
    DATABASE_REPLICA_URL: 'postgres://u@no-such-host.invalid:1/x?sslmode=require',
  })
  expect(findings.filter(({ says }) => says.includes('sslmode'))).toEqual([
    expect.objectContaining({
      state: 'warning',
      says: expect.stringMatching(
        /^DATABASE_REPLICA_URL leads to no-such-host\.invalid without sslmode=verify-full/,
      ),
    }),
  ])
})

it('doctor continues with other checks when the database is down, and prints no secret', async () => {
  const secret = 'hunter2'
  const findings = await examine({
    ...GOOD,
    DATA_DIR: await folder(),
    DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x`,
    SMTP_URL: `smtp://u:${secret}@127.0.0.1:1`,
    SMS_URL: `twilio://SID:${secret}@127.0.0.1:1?from=x`,
    PUBLIC_URL: 'http://127.0.0.1:1',
  })
  const lines = findings.map(line)
  for (const about of ['Database', 'Mail', 'SMS', 'Address']) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^wrong +${about}`)))
  }
  expect(lines).toContainEqual(expect.stringMatching(/^ok +Data folder/))
  expect(lines.join('\n')).not.toContain(secret)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bakedInConstants } from '../../scripts/build/baked-in.ts'
import { PORTAL_TOKEN, validBooking } from '../support/clinic.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { connectToDatabase } from '../support/database-socket.ts'
import { freePort } from '../support/free-port.ts'

/*
 * A whole server with marked values in all secret settings and full logging, while its mail server, gateway
 * and OpenID provider hang up, and finally its database disappears.
 */
const mark = (name: string) => `m4rk-${name}-7f3a9c`
const SECRETS = {
  SMTP_URL: mark('smtp'),
  SMS_URL: mark('sms'),
  OIDC_CLIENT_SECRET: mark('oidc'),
  ADMIN_PASSWORD: `${mark('admin')} heron`,
  DATABASE_URL: mark('database'),
  METRICS_TOKEN: `${mark('metrics')}-and-long-enough`,
}
const ADA = {
  ...validBooking,
  surname: 'Adaqzx',
  other_names: 'Obiqzx',
  email: 'ada.qzx@example.com',
  phone_number: '0803 777 8899',
  description: 'A secret ache qzx.',
}
const PATIENT = /qzx|777.?8899/i
let database: TestDatabase
let dataDir: string
let server: ChildProcess
let ports: { server: number; database: number; away: number }
const lines: Server[] = []
const sockets = new Set<Socket>()
let printed = ''
const answers: { status: number; text: string }[] = []
const secrets: string[] = Object.values(SECRETS)

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-secrets-'))
  // Any password will do for the database itself.
  const to = Object.assign(new URL(database.url), { hostname: '127.0.0.1', password: SECRETS.DATABASE_URL })
  ports = {
    server: await freePort(),
    away: await line((socket) => socket.destroy()),
    database: await line((socket) => {
      const other = kept(connectToDatabase(database.url))
      other.on('close', () => socket.destroy())
      socket.on('close', () => other.destroy())
      socket.pipe(other).pipe(socket)
    }),
  }
  to.port = String(ports.database)
  const away = `127.0.0.1:${ports.away}`
  server = spawn(process.execPath, ['server/main.ts', '--api-only'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(ports.server),
      PUBLIC_URL: `http://localhost:${ports.server}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'off',
      PORTAL_TOKEN,
      DATABASE_URL: to.href,
      SMTP_URL: `smtp://user:${SECRETS.SMTP_URL}@${away}`,
      SMS_URL: `africastalking://enamel:${SECRETS.SMS_URL}@${away}`,
      OIDC_ISSUER: `http://${away}`,
      OIDC_CLIENT_ID: 'enamel',
      OIDC_CLIENT_SECRET: SECRETS.OIDC_CLIENT_SECRET,
      ADMIN_PASSWORD: SECRETS.ADMIN_PASSWORD,
      METRICS_TOKEN: SECRETS.METRICS_TOKEN,
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  await vi.waitFor(() => expect(printed).toContain('Data: '))
})

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  cut()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const kept = (socket: Socket) => {
  sockets.add(socket)
  socket.on('error', () => socket.destroy())
  return socket
}

/** Listens on this machine. @returns the port */
async function line(onSocket: (socket: Socket) => void): Promise<number> {
  const listener = createServer((socket) => onSocket(kept(socket))).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  lines.push(listener)
  return (listener.address() as AddressInfo).port
}

function cut(): void {
  for (const listener of lines.splice(0)) listener.close()
  for (const socket of sockets) socket.destroy()
}

async function ask(method: string, address: string, body?: unknown, bearer = PORTAL_TOKEN) {
  const response = await fetch(`http://127.0.0.1:${ports.server}${address}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  answers.push({ status: response.status, text })
  return { status: response.status, text, data: text.startsWith('{') ? JSON.parse(text).data : undefined }
}

/** Calls of patients and staff, valid and invalid. */
async function everything(admin: string): Promise<number[]> {
  const seen: number[] = []
  for (const [method, address, body, bearer] of [
    ['POST', '/api/appointments/book', { ...ADA, email: 'ada.qzx@' }],
    ['POST', '/api/appointments/book', JSON.stringify(ADA).slice(0, -9)],
    ['POST', '/api/appointments/book', { ...ADA, surname: 'Adaqzx\0' }],
    ['POST', '/api/send-otp/email', { destination: ADA.email, location: 'fct' }],
    ['POST', '/api/send-otp/sms', { destination: ADA.phone_number, location: 'fct' }],
    [
      'POST',
      '/api/verify-otp',
      { rawId: '7d3a1f70-2f7c-4d59-8a4e-2f6f0e3f1a11', code: 123456, email: ADA.email },
    ],
    ['POST', '/api/auth/signin', { username: 'adaqzx', password: 'wrong qzx password' }],
    ['POST', '/api/auth/forgot-password', { email: ADA.email }],
    ['POST', '/api/auth/forgot-password', { email: 'admin@localhost.localdomain' }],
    ['POST', '/api/auth/oidc/start', {}],
    ['GET', '/api/auth/oidc/callback?code=qzx&state=qzx'],
    ['GET', `/api/no-such-call/${ADA.email}?phone=7778899`],
    ['GET', '/api/staff', undefined, 'adaqzx-no-token'],
    ['POST', '/api/appointments/all', { search: 'Adaqzx' }, admin],
    ['POST', '/api/appointments/all', { search: ['Adaqzx'] }, admin],
    ['POST', '/api/appointments/all/export', {}, admin],
    ['GET', '/api/notifications', undefined, admin],
    ['POST', '/api/patients/import', 'clinic_id,first_name\nC1,Adaqzx', admin],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['GET', '/metrics', undefined, SECRETS.METRICS_TOKEN],
  ] as [string, string, unknown?, string?][])
    seen.push((await ask(method, address, body, bearer)).status)
  return seen
}

it('no failure prints or sends a secret or personal data to an outsider', async () => {
  const signedIn = await ask('POST', '/api/auth/signin', {
    username: 'admin',
    password: SECRETS.ADMIN_PASSWORD,
  })
  const admin = String(signedIn.data.token)
  const days = await ask('GET', `/api/availability?location=fct&from=${dayAfter(1)}&to=${dayAfter(20)}`)
  const day = days.data.find(({ slots }: { slots: string[] }) => slots.length > 0)
  const booked = await ask('POST', '/api/appointments/book', {
    ...ADA,
    appointment_date: day.date,
    start_time: day.slots[0],
  })
  expect(booked.status).toBe(201)
  const found = await ask('POST', '/api/appointments/fct', { search: 'Adaqzx' }, admin)
  expect(found.text).toMatch(PATIENT)
  const [{ id }] = found.data
  expect((await ask('GET', `/api/appointments/${id}`, undefined, admin)).status).toBe(200)
  const cancelled = await ask(
    'PATCH',
    `/api/appointments/${id}`,
    { status: 'cancelled', reason: 'qzx' },
    admin,
  )
  expect(cancelled.status).toBe(200)
  expect(await everything(admin)).not.toContain(500)
  // The worker has attempted to send at that time.
  await expect.poll(() => printed).toMatch(/"appointment":"[^\n]+"job":"[^\n]+"attempt":1,"reason"/)

  cut()
  const without = await everything(admin)
  expect(without).toContain(503)
  expect(without).not.toContain(500)

  for (const secret of secrets) expect(printed).not.toContain(secret)
  expect(printed).not.toContain(admin)
  expect(printed).not.toMatch(PATIENT)
  for (const { status, text } of answers) {
    for (const secret of secrets) expect(text).not.toContain(secret)
    if (status >= 400) expect(text).not.toMatch(PATIENT)
  }
})

it('the page’s bundle contains only the portal token and the API address of the settings', () => {
  const baked = JSON.stringify(
    bakedInConstants({ ...SECRETS, DATABASE_URL: mark('database'), PORTAL_TOKEN: 'shown' }),
  )
  expect(baked).toContain('shown')
  expect(baked).not.toContain('m4rk')
})

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

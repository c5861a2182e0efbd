import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import { type Answer, startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { startPatientSession } from './sessions.ts'

export const password = 'correct horse battery'
export const bearerOf = ({ body }: Answer) => ({
  authorization: `Bearer ${(body.data as { token: string }).token}`,
})

export async function startWithAda(options: TestOptions = {}) {
  const clinic = await startClinic(options)
  const ada = await storeStaff(clinic.database.pool, { password })
  return {
    ...clinic,
    ada,
    signIn: (more: object = {}, caller?: string) =>
      clinic.call('POST', '/api/auth/signin', { username: 'ada', password, ...more }, {}, caller),
    get: (path: string, headers: Record<string, string>) =>
      clinic.call('GET', `/api${path}`, undefined, headers),
    pass: (minutes: number) => {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    expiry: async () =>
      (await clinic.database.pool.query('SELECT expires_at FROM sessions')).rows[0]?.expires_at as Date,
  }
}

/** Spies on the password worker, which still runs. */
export function watchPasswords() {
  const given = vi.spyOn(Worker.prototype, 'postMessage')
  return {
    compared: () => given.mock.calls.flatMap(([{ stored }]) => (stored === undefined ? [] : [stored])),
    forget: () => {
      given.mockClear()
    },
  }
}

/** Half an hour, never extended. */
export async function patientToken(clinic: Awaited<ReturnType<typeof startWithAda>>) {
  const id = randomUUID()
  await clinic.database.pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     VALUES ($1, 'Bisi', 'Ade', 'bisi@example.com', 'bisi@example.com', '08030000000', '')`,
    [id],
  )
  const token = await startPatientSession(clinic.database.pool, id, clinic.clock.now)
  return { authorization: `Bearer ${token}` }
}

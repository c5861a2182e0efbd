import type { DeviceContactWire, DeviceRow } from '../../../contract/devices.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { startSession } from '../auth/sessions.ts'

/** A tablet's value for the PIN of its people. */
export const PIN = 'a'.repeat(43)

/** A clinic with an admin, who makes tablets of browsers. */
export async function startClinicWithTablets(options: TestOptions = {}) {
  const clinic = await startClinic(options)
  const admin = await clinic.signedIn()
  const { pool } = clinic.database
  type By = { bearer: Record<string, string> }

  const register = (name: unknown = 'Front desk', by: By = admin) =>
    clinic.call('POST', '/api/devices', { name }, by.bearer)
  const rows = async (query = '') => {
    const answer = await clinic.call('GET', `/api/devices${query}`, undefined, admin.bearer)
    return answer.body.data as DeviceRow[]
  }

  return {
    ...clinic,
    admin,
    pool,
    register,
    rows,
    /** A registered tablet, with the token that it alone has. */
    async tablet(name?: string) {
      const { body } = await register(name)
      return body.data as { id: string; token: string }
    },
    /** Starts another session of a person, with which they give themselves a PIN at a tablet. */
    async join(token: string, publicKey: string, { id = admin.id as string, pin = PIN } = {}) {
      const session = await startSession(pool, id, clinic.clock.now)
      const bearer = { authorization: `Bearer ${session.token}` }
      const body = { device: token, pin, publicKey }
      return { bearer, ...(await clinic.call('POST', '/api/devices/people', body, bearer)) }
    },
    revoke: (id: string, by: By = admin) => clinic.call('DELETE', `/api/devices/${id}`, undefined, by.bearer),
    contact: (token: string, said: Partial<DeviceContactWire> = {}, caller?: string) =>
      clinic.call(
        'POST',
        '/api/devices/contact',
        { owner: admin.id, lockedOut: false, ...said },
        { authorization: `Bearer ${token}` },
        caller,
      ),
    /** The first row of the list, as far as tests ask. */
    async row() {
      const [row] = await rows()
      return row
    },
    pass(minutes: number) {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    async audited() {
      const { rows: entries } = await pool.query(
        `SELECT staff_id AS by, action, subject_kind AS kind, subject_id AS subject, details FROM audit_log ORDER BY id`,
      )
      return entries as {
        by: string | null
        action: string
        kind: string
        subject: string
        details: unknown
      }[]
    },
  }
}

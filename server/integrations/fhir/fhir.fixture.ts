import { randomUUID } from 'node:crypto'
import type { KeyScope } from '../../../contract/api-keys.ts'
import type { FhirBundle, FhirResource } from '../../../contract/fhir.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { makeKey } from '../../accounts/auth/api-keys.ts'

/** A clinic with a key for its FHIR calls. */
export async function startFhir(options: TestOptions = {}) {
  const clinic = await startClinic(options)
  const { pool } = clinic.database
  const admin = await clinic.signedIn()
  const key = async (scopes: readonly KeyScope[], locations: readonly string[] | null = null) => {
    const made = await makeKey(
      pool,
      { name: 'Test', scopes, locations, expiresAt: null },
      { by: admin.id, now: clinic.clock.now, limits: false },
    )
    return made === 'too_many' ? '' : made.key
  }
  const all = await key(['fhir.read', 'fhir.patient'])
  const get = async (path: string, headers: Record<string, string> = {}, bearer = all) => {
    const response = await clinic.app.request(
      `/api/fhir/${path}`,
      { headers: { authorization: `Bearer ${bearer}`, ...headers } },
      { incoming: { socket: { remoteAddress: '10.0.0.1' } } },
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    ...clinic,
    pool,
    admin,
    key,
    get,
    /** The resources of a search's first page. */
    async found(path: string, bearer = all): Promise<FhirResource[]> {
      const { body } = await get(path, {}, bearer)
      return ((body as FhirBundle).entry ?? []).flatMap(({ resource, search }) =>
        search.mode === 'match' ? [resource as FhirResource] : [],
      )
    },
    /** Books, and answers the appointment's id. */
    async booked(more: Parameters<typeof clinic.book>[0] = {}): Promise<string> {
      const { body, status } = await clinic.book(more, { key: randomUUID() })
      const { reference } = body.data as { reference: string }
      if (status !== 201) throw new Error(JSON.stringify(body))
      const { rows } = await pool.query('SELECT id FROM appointments WHERE reference = $1', [reference])
      return rows[0].id
    },
  }
}

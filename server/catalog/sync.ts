import type { ClientBase } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'

/**
 * Upserts the doctors and services of clinic.config.ts by id. One that is no longer listed becomes inactive;
 * its appointments stay.
 */
export async function syncCatalog(
  db: Pick<ClientBase, 'query'>,
  { doctors, services }: Pick<Clinic, 'doctors' | 'services'>,
): Promise<void> {
  await db.query(SYNC_DOCTORS, [listed(doctors)])
  await db.query(SYNC_SERVICES, [listed(services)])
}

const listed = (rows: readonly object[]) =>
  JSON.stringify(rows.map((row, position) => ({ ...row, position })))

const SYNC_DOCTORS = `
  WITH listed AS (
    SELECT * FROM json_to_recordset($1) AS doctor (id text, name text, department text, location text, position integer)
  ), gone AS (
    UPDATE doctors SET active = false WHERE id NOT IN (SELECT id FROM listed)
  )
  INSERT INTO doctors (id, name, department, location, active, position)
  SELECT id, name, department, location, true, position FROM listed
  ON CONFLICT (id) DO UPDATE
  SET name = excluded.name, department = excluded.department, location = excluded.location,
      active = excluded.active, position = excluded.position`

const SYNC_SERVICES = `
  WITH listed AS (
    SELECT * FROM json_to_recordset($1) AS service (id text, name text, type text, tariff numeric, position integer)
  ), gone AS (
    UPDATE services SET active = false WHERE id NOT IN (SELECT id FROM listed)
  )
  INSERT INTO services (id, name, type, tariff, active, position)
  SELECT id, name, type, tariff, true, position FROM listed
  ON CONFLICT (id) DO UPDATE
  SET name = excluded.name, type = excluded.type, tariff = excluded.tariff,
      active = excluded.active, position = excluded.position`

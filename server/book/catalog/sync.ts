import type { ClientBase } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { DEFAULT_MINUTES } from '../../../domain/services.ts'

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
    SELECT * FROM json_to_recordset($1) AS doctor (id text, name text, department text, location text, position integer,
      "openingHours" jsonb)
  ), gone AS (
    UPDATE doctors SET active = false WHERE id NOT IN (SELECT id FROM listed)
  )
  INSERT INTO doctors (id, name, department, location, active, position, opening_hours)
  SELECT id, name, department, location, true, position, "openingHours" FROM listed
  ON CONFLICT (id) DO UPDATE
  SET name = excluded.name, department = excluded.department, location = excluded.location,
      active = excluded.active, position = excluded.position, opening_hours = excluded.opening_hours`

const SYNC_SERVICES = `
  WITH listed AS (
    SELECT * FROM json_to_recordset($1) AS service (id text, name text, type text, tariff numeric, position integer,
      minutes smallint, doctors text[])
  ), gone AS (
    UPDATE services SET active = false WHERE id NOT IN (SELECT id FROM listed)
  )
  INSERT INTO services (id, name, type, tariff, active, position, minutes, doctors)
  SELECT id, name, type, tariff, true, position, coalesce(minutes, ${DEFAULT_MINUTES}), doctors FROM listed
  ON CONFLICT (id) DO UPDATE
  SET name = excluded.name, type = excluded.type, tariff = excluded.tariff,
      active = excluded.active, position = excluded.position, minutes = excluded.minutes,
      doctors = excluded.doctors`

import { notInArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Clinic } from '../../domain/clinic.ts'
import { doctors, services } from '../db/schema.ts'

/**
 * Brings the doctors and services of clinic.config.ts into the tables by id.
 * One that is no longer listed becomes inactive; its appointments stay.
 */
export async function syncCatalog(db: NodePgDatabase, clinic: Clinic): Promise<void> {
  const doctorRows = clinic.doctors.map((doctor, position) => ({ ...doctor, active: true, position }))
  const serviceRows = clinic.services.map((service, position) => ({
    ...service,
    tariff: service.tariff ?? null,
    active: true,
    position,
  }))
  await db.transaction(async (tx) => {
    await tx
      .update(doctors)
      .set({ active: false })
      .where(notInArray(doctors.id, ids(doctorRows)))
    await tx
      .update(services)
      .set({ active: false })
      .where(notInArray(services.id, ids(serviceRows)))
    if (doctorRows.length > 0) {
      await tx
        .insert(doctors)
        .values(doctorRows)
        .onConflictDoUpdate({
          target: doctors.id,
          set: excluded('name', 'department', 'location', 'active', 'position'),
        })
    }
    if (serviceRows.length > 0) {
      await tx
        .insert(services)
        .values(serviceRows)
        .onConflictDoUpdate({
          target: services.id,
          set: excluded('name', 'type', 'tariff', 'active', 'position'),
        })
    }
  })
}

const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

function excluded(...columns: string[]) {
  return Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded."${column}"`)]))
}

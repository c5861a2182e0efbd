import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { hashPassword } from '../auth/passwords.ts'
import { storeFirstAdmin } from '../staff/first-admin.ts'

/** Printed on the console; a known short password is acceptable only in a demonstration. */
export const DEMO_SIGN_IN = { username: 'admin', password: 'enamel-demo' }

/** Unless the database has an admin already. */
export async function storeDemoAdmin(pool: Pool, clinic: Clinic): Promise<void> {
  await storeFirstAdmin(
    pool,
    {
      username: DEMO_SIGN_IN.username,
      email: 'admin@example.com',
      surname: 'Nwosu',
      otherNames: 'Amara',
      type: 'admin',
      locations: clinic.offeredLocations.slice(0, 1),
      doctorId: null,
      profession: 'Medical Director',
      passwordHash: await hashPassword(DEMO_SIGN_IN.password),
    },
    'demo',
  )
}

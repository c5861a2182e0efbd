import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { hashPassword } from '../auth/passwords.ts'
import { storeFirstAdmin } from '../staff/first-admin.ts'

/** Said on the console; short and known to everyone, which only a demonstration may have. */
export const DEMO_SIGN_IN = { username: 'admin', password: 'enamel-demo' }

/** The one who signs in to the demonstration, unless its database has an admin already. */
export async function storeDemoAdmin(pool: Pool, clinic: Clinic): Promise<void> {
  await storeFirstAdmin(
    pool,
    {
      username: DEMO_SIGN_IN.username,
      email: 'admin@example.com',
      surname: 'Nwosu',
      otherNames: 'Amara',
      type: 'admin',
      location: clinic.offeredLocations[0] ?? null,
      profession: 'Medical Director',
      passwordHash: await hashPassword(DEMO_SIGN_IN.password),
    },
    'demo',
  )
}

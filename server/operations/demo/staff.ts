import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import type { RightsHolder } from '../../../domain/rights.ts'
import { storeAccount } from '../../accounts/auth/new-account.ts'
import { hashPassword } from '../../accounts/auth/passwords.ts'
import { storeFirstAdmin } from '../../accounts/staff/first-admin.ts'

/** Printed on the console; a known short password is acceptable only in a demonstration. */
export const DEMO_SIGN_IN = { username: 'admin', password: 'enamel-demo' }

type Person = { username: string; surname: string; otherNames: string; profession: string | null }

const ADMIN: Person = {
  username: DEMO_SIGN_IN.username,
  surname: 'Nwosu',
  otherNames: 'Amara',
  profession: 'Medical Director',
}
/** One of each other type, under the type's name. */
const OTHERS = {
  manager: { username: 'manager', surname: 'Bello', otherNames: 'Hadiza', profession: null },
  reception: { username: 'reception', surname: 'Eze', otherNames: 'Chidi', profession: null },
  doctor: { username: 'doctor', surname: 'Okafor', otherNames: 'Amaka', profession: 'Dentist' },
  staff: { username: 'staff', surname: 'Ogun', otherNames: 'Femi', profession: null },
} satisfies Record<string, Person>

/** An account of each type at the first offered location, all with one password. Existing ones stay. */
export async function storeDemoStaff(pool: Pool, clinic: Clinic): Promise<void> {
  const locations = clinic.offeredLocations.slice(0, 1)
  const passwordHash = await hashPassword(DEMO_SIGN_IN.password)
  const account = (person: Person, access: RightsHolder) => ({
    ...person,
    ...access,
    email: `${person.username}@example.com`,
    passwordHash,
  })
  await storeFirstAdmin(pool, account(ADMIN, { type: 'admin', locations, doctorId: null }), 'demo')
  const doctor = clinic.doctors.find(({ location }) => locations.includes(location))
  for (const type of ['manager', 'reception', 'doctor', 'staff'] as const) {
    const doctorId = type === 'doctor' ? (doctor?.id ?? null) : null
    const isPossible = type === 'staff' || (locations.length > 0 && (type !== 'doctor' || doctorId !== null))
    if (isPossible) await storeAccount(pool, account(OTHERS[type], { type, locations, doctorId }), 'demo')
  }
}

import { atom } from 'jotai'
import type { StaffUser } from '../../contract/auth.ts'
import type { ClinicLocation } from '../../domain/clinic.ts'
import { missingAccess, type Reach, type Right, reaches, reachWithin } from '../../domain/rights.ts'
import { clinicAtom } from '../clinic.ts'
import { authUserAtom } from './session-atoms.ts'

/**
 * Reach of a right in the session, as the server limits it at a reception tablet; null: the right is missing.
 */
export const reachOfUser = (user: StaffUser, right: Right): Reach | null =>
  reachWithin(user, right, user.boundTo)

/** Whether the signed-in staff member has a right, as far as the page knows; the server decides for itself. */
export const mayAtom = atom((get) => {
  const user = get(authUserAtom)
  return (right: Right): boolean => user !== null && reachOfUser(user, right) !== null
})

/** The clinic's locations whose appointments the signed-in staff member may read. */
export const ownLocationsAtom = atom(
  (get): readonly Pick<ClinicLocation, 'code' | 'name' | 'openingHours'>[] => {
    const user = get(authUserAtom)
    const reach = user && reachOfUser(user, 'book.read')
    const locations = get(clinicAtom)?.locations ?? []
    return reach ? locations.filter(({ code }) => reaches(reach, code)) : []
  },
)

/** The doctor whose appointments alone the signed-in staff member may read; null: every doctor's. */
export const ownDoctorAtom = atom((get): string | null => {
  const user = get(authUserAtom)
  return (user && reachOfUser(user, 'book.read')?.doctorId) ?? null
})

/** Part of the account that a right needs before it shows anything; null: none. */
export const missingForAtom = atom((get) => {
  const user = get(authUserAtom)
  return (right: Right) => user && missingAccess(user, right, user.boundTo)
})

/** The blockers that the signed-in staff member may write: a doctor's are the own leave. Null: none. */
export const blockerReachAtom = atom((get) => {
  const user = get(authUserAtom)
  return user && reachOfUser(user, 'leave.write')
})

/** Whether what counts at all locations is the signed-in staff member's to change. */
export const writesEverywhereAtom = atom((get) => get(blockerReachAtom)?.locations === null)

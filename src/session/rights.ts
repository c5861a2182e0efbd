import { atom } from 'jotai'
import type { ClinicLocation } from '../../domain/clinic.ts'
import { may, type Right, reaches, reachOf } from '../../domain/rights.ts'
import { clinic } from '../clinic.ts'
import { authUserAtom } from './session-atoms.ts'

/** Whether the signed-in staff member has a right, as far as the page knows; the server decides for itself. */
export const mayAtom = atom((get) => {
  const user = get(authUserAtom)
  return (right: Right): boolean => user !== null && may(user, right)
})

/** The clinic's locations whose appointments the signed-in staff member may read. */
export const ownLocationsAtom = atom(
  (get): readonly Pick<ClinicLocation, 'code' | 'name' | 'openingHours'>[] => {
    const user = get(authUserAtom)
    const reach = user && reachOf(user, 'book.read')
    return reach ? clinic.locations.filter(({ code }) => reaches(reach, code)) : []
  },
)

/** The blockers that the signed-in staff member may write: a doctor's are the own leave. Null: none. */
export const blockerReachAtom = atom((get) => {
  const user = get(authUserAtom)
  return user && reachOf(user, 'leave.write')
})

/** Whether what counts at all locations is the signed-in staff member's to change. */
export const writesEverywhereAtom = atom((get) => get(blockerReachAtom)?.locations === null)

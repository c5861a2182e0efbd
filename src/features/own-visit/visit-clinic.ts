import { createContext, useContext } from 'react'
import type { PublicClinic } from '../../../domain/public-clinic.ts'

/** The clinic's facts on the page of a visit, which does without the app's store; undefined until they are known. */
export const VisitClinic = createContext<PublicClinic | undefined>(undefined)

/** The clinic's facts, in what is shown once they are known. */
export function useVisitClinic(): PublicClinic {
  const clinic = useContext(VisitClinic)
  if (!clinic) throw new Error('The facts of the clinic are not known yet.')
  return clinic
}

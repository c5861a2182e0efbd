import type { Atom } from 'jotai'
import { useSyncExternalStore } from 'react'
import type { PublicClinic } from '../domain/public-clinic.ts'
import { clinicAtom, clinicFacts, clinicFailedAtom } from './clinic.ts'
import { store } from './store.ts'

/** The clinic's facts, in what is rendered once they are known. */
export const useClinic = (): PublicClinic => useKnownClinic() ?? clinicFacts()

/** The same in what is prerendered: undefined until they are known, and while the page is hydrated. */
export const useKnownClinic = () => useHydrated(clinicAtom, undefined)

/** Whether they are not known since the call has failed. */
export const useClinicFailed = () => useHydrated(clinicFailedAtom, false)

/** @param written what the prerendered page goes by */
function useHydrated<T>(source: Atom<T>, written: T): T {
  return useSyncExternalStore(
    (onChange) => store.sub(source, onChange),
    () => store.get(source),
    () => written,
  )
}

import { atom } from 'jotai/vanilla'
import type { PublicClinic } from '../domain/public-clinic.ts'
import { fetchClinic } from './fetch-clinic.ts'
import { store } from './store.ts'

/*
 * The clinic's facts, by GET /clinic. Staff and account pages, and the later steps of booking, are rendered once they are
 * known: there `useClinic()` (use-clinic.ts) and `clinicFacts()` always have them. The first steps of booking are shown
 * before: `useKnownClinic()`. A visit's own page keeps the facts itself (features/own-visit/visit-clinic.ts).
 */

/** Undefined until the first answer; replaced when a later one differs. */
export const clinicAtom = atom<PublicClinic | undefined>(undefined)

/** Nothing is known, since the call has failed. */
export const clinicFailedAtom = atom(false)

/** The facts, where they are known for sure. In components: `useClinic()`. */
export function clinicFacts(): PublicClinic {
  const clinic = store.get(clinicAtom)
  if (!clinic) throw new Error('The facts of the clinic are not known yet.')
  return clinic
}

/** The facts, fetched unless they are known. @throws Error when they could not be had; the next call tries again */
export async function loadClinic(): Promise<PublicClinic> {
  return store.get(clinicAtom) ?? refreshClinic()
}

let asking: Promise<PublicClinic> | undefined

/** The facts as they are now. @throws Error when they could not be had; what was known stays */
export function refreshClinic(): Promise<PublicClinic> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<PublicClinic> {
  store.set(clinicFailedAtom, false)
  try {
    const data = await fetchClinic()
    const isChanged = JSON.stringify(data) !== JSON.stringify(store.get(clinicAtom))
    if (isChanged) store.set(clinicAtom, data)
    return data
  } catch (error) {
    store.set(clinicFailedAtom, store.get(clinicAtom) === undefined)
    throw error
  }
}

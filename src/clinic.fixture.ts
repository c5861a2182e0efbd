import clinicConfig from '../clinic.config.ts'
import type { Clinic } from '../domain/clinic.ts'
import { publicClinic } from '../domain/public-clinic.ts'
import { clinicAtom } from './clinic.ts'
import { store } from './store.ts'

/** Gives the page the facts of clinic.config.ts, as after GET /clinic. */
export function knowClinic(other: Partial<Clinic> = {}): void {
  store.set(clinicAtom, publicClinic({ ...clinicConfig, ...other }))
}

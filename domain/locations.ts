import type { ClinicLocation } from './clinic.ts'

/** Specification, section 9. */
export const ALL_LOCATIONS = 'all'

/**
 * The code of the location that a text means, 'all' for every location, null for anything else.
 * Case and surrounding space do not count. Specification, section 9: 'Location normaliser'.
 */
export function normaliseLocation(
  text: string,
  locations: readonly Pick<ClinicLocation, 'code' | 'aliases'>[],
): string | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === ALL_LOCATIONS) return ALL_LOCATIONS
  const found = locations.find(({ code, aliases }) => code === wanted || aliases.includes(wanted))
  return found?.code ?? null
}

/** The address stored when a patient gives none (specification, section 9: '... Abuja'). */
export function defaultAddress(location: Pick<ClinicLocation, 'name'>): string {
  return `... ${location.name}`
}

/** Words of a text in lower case, each with a space on both sides. */
const wordsOf = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

/** Name and address in one line; the address alone where it names the town already, as most do. */
export const addressWithTown = ({ name, address }: Pick<ClinicLocation, 'name' | 'address'>): string =>
  wordsOf(address).includes(wordsOf(name)) ? address : `${name}, ${address}`

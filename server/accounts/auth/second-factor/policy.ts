import { isIP } from 'node:net'
import type { FactorKind } from '../../../../contract/auth.ts'
import type { Clinic } from '../../../../domain/clinic.ts'
import type { StaffType } from '../../../../domain/staff.ts'

/** Who must have a second factor, and for which address passkeys are made. */
export type FactorPolicy = {
  types: readonly StaffType[]
  /** Origin of the page, without a trailing slash. */
  origin(): string
}

/** Who see the most must have one, where the clinic is on the internet. */
const TYPES_ON_HTTPS: readonly StaffType[] = ['admin', 'manager']

/**
 * The types that must have a second factor: those of `clinic.config.ts`; where it says nothing, admins and managers once
 * PUBLIC_URL is https. In the demonstration nobody.
 */
export function requiredTypes(
  { staff }: Pick<Clinic, 'staff'>,
  { publicUrl, demo }: { publicUrl: string | undefined; demo: boolean },
): readonly StaffType[] {
  if (demo) return []
  return staff?.secondFactor ?? (publicUrl?.startsWith('https:') ? TYPES_ON_HTTPS : [])
}

/** Passkeys belong to a host name, so an address of numbers has none (Web Authentication, section 5.1.3). */
export function kindsAt(origin: string): FactorKind[] {
  const { hostname } = new URL(origin)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress ? ['totp'] : ['passkey', 'totp']
}

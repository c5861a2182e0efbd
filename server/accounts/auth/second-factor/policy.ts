import { isIP } from 'node:net'
import type { FactorKind } from '../../../../contract/auth.ts'
import type { Clinic } from '../../../../domain/clinic.ts'
import type { StaffType } from '../../../../domain/staff.ts'

/** Types with a required second factor, and the address of passkeys. */
export type FactorPolicy = {
  types: readonly StaffType[]
  /** Origin of the page, without a trailing slash. */
  origin(): string
}

/** Types with the widest access need one, where the clinic is on the internet. */
const TYPES_ON_HTTPS: readonly StaffType[] = ['admin', 'manager']

/**
 * The types with a required second factor: those of `clinic.config.ts`; by default, admins and managers once PUBLIC_URL
 * is https. In the demonstration none.
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

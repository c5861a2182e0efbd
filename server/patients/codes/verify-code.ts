import type { Pool } from 'pg'
import type { VerifiedPatient } from '../../../contract/one-time-codes.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { tryCode } from './challenges.ts'
import { type ReadingMoment, readVerifiedPatient } from './verified-patient.ts'

type EnteredCode = { id: string; code: number; contactKey: string | null }

/**
 * Checks a code and starts the patient's session when it is right; both or neither, so that a code is not lost to a
 * fault of ours.
 * @returns null for a code that is wrong, late, used, or of another challenge, without telling which
 */
export function verifyCode(
  pool: Pool,
  entered: EnteredCode,
  reading: ReadingMoment,
): Promise<{ token: string; patient: VerifiedPatient } | null> {
  return inTransaction(pool, async (client) => {
    const patientId = await tryCode(client, entered, reading.now)
    // A record that was removed in the meantime matches no one.
    const patient = patientId && (await readVerifiedPatient(client, patientId, reading))
    if (!patient) return null
    return { token: await startPatientSession(client, patient.id, reading.now), patient }
  })
}

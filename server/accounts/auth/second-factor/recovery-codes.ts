import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { tokenHash } from '../tokens.ts'
import { base32 } from './totp.ts'

export const RECOVERY_CODES = 10
/** 120 bits: enough for a plain hash (OWASP ASVS 5.0, 6.5.2). */
const BYTES = 15

type Database = Pick<Pool, 'query'>

/** Makes ten codes instead of those there were. @returns them, in groups of six; they are stored as hashes */
export async function newRecoveryCodes(db: Database, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(BYTES)).toLowerCase())
  await db.query(`DELETE FROM recovery_codes WHERE staff_id = $1`, [staffId])
  await db.query(`INSERT INTO recovery_codes (code_hash, staff_id) SELECT unnest($1::text[]), $2`, [
    codes.map(tokenHash),
    staffId,
  ])
  return codes.map((code) => code.match(/.{6}/g)?.join('-') ?? code)
}

/** Uses a code, once. @param code without hyphens, in small letters */
export async function useRecoveryCode(
  db: Database,
  staffId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE recovery_codes SET used_at = $3 WHERE code_hash = $1 AND staff_id = $2 AND used_at IS NULL`,
    [tokenHash(code), staffId, now],
  )
  return rowCount === 1
}

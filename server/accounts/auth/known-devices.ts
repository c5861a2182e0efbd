import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Pool } from 'pg'
import { newToken, tokenHash } from './tokens.ts'

/*
 * A browser in which a person has signed in, with the second step where they have one, has a cookie of theirs. It opens
 * nothing: their attempts are not held up by those of strangers (slow-guessing.ts).
 */

const DAY_MS = 86_400_000
export const KNOWN_DEVICE_DAYS = 90
/** Per account; one more forgets the one used least lately. */
export const DEVICES_PER_ACCOUNT = 20
/** Limit of people sharing a browser who are looked up for a sign-in. */
const COOKIES_READ = 20
/** With TLS the browser itself refuses a cookie of that name from another host or without TLS. */
const NAME = /^(?:__Host-)?device-[\w-]{8}$/
const TOKEN = /^[\w-]{43}$/

type Database = Pick<Pool, 'query'>

/** The tokens of a browser, of everybody who has signed in there. */
export function deviceTokens(c: Context): string[] {
  const cookies = Object.entries(getCookie(c))
  return cookies
    .filter(([name, token]) => NAME.test(name) && TOKEN.test(token))
    .slice(0, COOKIES_READ)
    .map(([, token]) => token)
}

/** Keeps a token in the browser, beside those of others who sign in there. No script can read it. */
export function keepDeviceToken(
  c: Context,
  { staffId, token, isHttps }: { staffId: string; token: string; isHttps: boolean },
): void {
  setCookie(c, `device-${tokenHash(staffId).slice(0, 8)}`, token, {
    ...(isHttps && { prefix: 'host', secure: true }),
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: KNOWN_DEVICE_DAYS * 86_400,
  })
}

/** Hash of the browser's token that is known for a username; null: the browser is a stranger to it. */
export async function knownDevice(
  db: Database,
  username: string,
  tokens: readonly string[],
  now: Date,
): Promise<string | null> {
  if (tokens.length === 0) return null
  const { rows } = await db.query<{ token_hash: string }>(
    `SELECT token_hash FROM known_devices JOIN staff ON staff.id = staff_id
     WHERE token_hash = ANY($1) AND staff.username = $2 AND staff.disabled_at IS NULL AND expires_at > $3 LIMIT 1`,
    [tokens.map(tokenHash), username, now],
  )
  return rows[0]?.token_hash ?? null
}

/**
 * Knows a browser from now on, for 90 days. Needs a transaction that locks the person's row, so that a new password
 * set meanwhile forgets this one too.
 * @param tokens of the browser; the one that is known for the person stays
 * @returns the token for the cookie
 */
export async function rememberDevice(
  db: Database,
  staffId: string,
  tokens: readonly string[],
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + KNOWN_DEVICE_DAYS * DAY_MS)
  const { rows } = await db.query<{ token_hash: string }>(
    `UPDATE known_devices SET last_used_at = $3, expires_at = $4
     WHERE staff_id = $1 AND token_hash = ANY($2) AND expires_at > $3 RETURNING token_hash`,
    [staffId, tokens.map(tokenHash), now, expiresAt],
  )
  const known = tokens.find((token) => tokenHash(token) === rows[0]?.token_hash)
  if (known !== undefined) return known
  const token = newToken()
  await db.query(
    `WITH over AS (
       SELECT token_hash FROM known_devices WHERE staff_id = $2 ORDER BY last_used_at DESC, token_hash OFFSET $5
     ), forgotten AS (
       DELETE FROM known_devices WHERE token_hash IN (SELECT token_hash FROM over)
     )
     INSERT INTO known_devices (token_hash, staff_id, created_at, last_used_at, expires_at) VALUES ($1, $2, $3, $3, $4)`,
    [tokenHash(token), staffId, now, expiresAt, DEVICES_PER_ACCOUNT - 1],
  )
  return token
}

/** Every browser is a stranger to this person again. */
export async function forgetDevicesOf(db: Database, staffId: string): Promise<void> {
  await db.query(`DELETE FROM known_devices WHERE staff_id = $1`, [staffId])
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { comparableEmail, isEmail } from '../../domain/contact.ts'
import { type IsoLanguage, isoLanguage, LANGUAGE_CODES } from '../../domain/languages.ts'
import { sharedSecret } from '../proofs/secret.ts'

/** Who reads the mail, and in which language. */
export type Reader = { email: string; language: IsoLanguage }

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Links by which reminders to an address end. The address is sealed in the link, so that it works for as long as the mail
 * is kept, whatever has become of the visit, and shows nothing to logs on its way; nobody else can make one. A restored
 * database has another key: older links are dead then.
 */
export function unsubscribeLinks(pool: Pick<Pool, 'query'>) {
  const secret = sharedSecret(pool, 'unsubscribe')
  const key = async () => Buffer.from(await secret(), 'base64url')
  return {
    /** @param origin of the page, without a trailing slash */
    async addressFor(origin: string, { email, language }: Reader): Promise<string> {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, await key(), nonce)
      const sealed = [cipher.update(`${language} ${comparableEmail(email)}`, 'utf8'), cipher.final()]
      const token = Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
      return `${origin}/api/unsubscribe/${token}`
    },

    /** Null: no link of ours, or one that was cut off. */
    async readerOf(token: string): Promise<Reader | null> {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
      const opener = createDecipheriv(CIPHER, await key(), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      opener.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
        const text = Buffer.concat([opener.update(sealed), opener.final()]).toString('utf8')
        return readerIn(text)
      } catch {
        return null
      }
    },
  }
}

function readerIn(text: string): Reader | null {
  const [code, email = ''] = text.split(' ')
  const language = LANGUAGE_CODES.map(isoLanguage).find((each) => each === code)
  return language && isEmail(email) ? { email, language } : null
}

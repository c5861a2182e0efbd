import type { Pool } from 'pg'
import { comparableEmail, isEmail } from '../../../domain/contact.ts'
import { type IsoLanguage, isoLanguage, LANGUAGE_CODES } from '../../../domain/languages.ts'
import { openText, sealText } from '../../platform/secrets/sealed.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'

/** The reader of the mail, and their language. */
export type Reader = { email: string; language: IsoLanguage }

/**
 * Links by which reminders to an address end. The address is sealed in the link, so that it works for the life of the
 * mail, whatever becomes of the appointment, and reveals nothing to logs on its way; only we can make one. A restored
 * database has another key: older links are dead then.
 */
export function unsubscribeLinks(pool: Pick<Pool, 'query'>) {
  const secret = sharedSecret(pool, 'unsubscribe')
  return {
    /** @param origin of the page, without a trailing slash */
    async addressFor(origin: string, { email, language }: Reader): Promise<string> {
      const sealed = sealText(await secret(), `${language} ${comparableEmail(email)}`)
      return `${origin}/api/unsubscribe/${sealed.toString('base64url')}`
    },

    /** Null: no link of ours, or one that was cut off. */
    async readerOf(token: string): Promise<Reader | null> {
      const text = openText(await secret(), Buffer.from(token, 'base64url'))
      return text === null ? null : readerIn(text)
    },
  }
}

function readerIn(text: string): Reader | null {
  const [code, email = ''] = text.split(' ')
  const language = LANGUAGE_CODES.map(isoLanguage).find((each) => each === code)
  return language && isEmail(email) ? { email, language } : null
}

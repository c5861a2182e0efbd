import { classifyContact } from '../../../../domain/contact.ts'
import type { verifyCode } from '../../../api/one-time-codes.ts'
import { ApiError } from '../../../http/api-error.ts'
import { type Challenge, isLive } from './verify-state.ts'

type Entered = { code: number; contact: string; challenges: readonly [Challenge, ...Challenge[]] }

/**
 * Enters a code for the newest request and, where it is wrong for that one, for those before it that still live: when
 * mails overtake each other, people enter the code that came first. With nothing alive the server has the last word.
 * @throws ApiError; `code_wrong` when it is right for none
 */
export async function enterCode(
  { code, contact, challenges }: Entered,
  now: number,
  verify: typeof verifyCode,
): ReturnType<typeof verifyCode> {
  const kind = classifyContact(contact)
  // As the record of send-otp has them.
  const typed = {
    email: kind === 'email' ? contact : '',
    phoneNumber: kind === 'phone' ? contact : '',
  }
  const [newest, ...older] = challenges
  let wrong: unknown
  for (const { rawId } of [newest, ...older.filter((challenge) => isLive(challenge, now))]) {
    try {
      return await verify({ code, rawId, ...typed })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'code_wrong')) throw error
      wrong ??= error
    }
  }
  throw wrong
}

import { describe, expect, it } from 'vitest'
import { FIELD_MESSAGES, STAFF_FIELD_MESSAGES } from '../../../contract/fields.ts'
import account from '../../i18n/locales/en/account.json'
import { checkInvite } from './access-form.ts'
import { checkChangePassword, checkNewPassword, checkProfile, checkRegister, checkSignIn } from './checks.ts'

const CONTRACT: Record<string, string> = { ...FIELD_MESSAGES, ...STAFF_FIELD_MESSAGES }
/** Checked by the page alone: the server gets the password once. */
const OURS = ['password_differs']
/** Used by other staff screens. */
const THEIRS = ['search_short']
const TEXTS: Record<string, string> = account.field

it.each(Object.keys(TEXTS).filter((key) => !OURS.includes(key)))(
  'the page says %s in the words of the contract',
  (key) => expect(TEXTS[key]).toBe(CONTRACT[key]),
)

it.each(Object.keys(STAFF_FIELD_MESSAGES).filter((key) => !THEIRS.includes(key)))(
  'the page has a text for %s',
  (key) => expect(TEXTS).toHaveProperty(key),
)

describe('whatever is typed, there is a text for what is wrong with it', () => {
  const typed = ['', ' ', 'x', 'x'.repeat(300), '<b>', 'a\u202eb', 'a@', 'A B', '-']
  const forms = {
    'sign-in': (x: string) => checkSignIn({ username: x, password: x }),
    'new password': (x: string) => checkNewPassword({ password: x, repeat: `${x}.` }),
    'changed password': (x: string) => checkChangePassword({ current: x, password: x, repeat: `${x}.` }),
    register: (x: string) => checkRegister({ email: x, username: x, password: x, repeat: x }),
    profile: (x: string) =>
      checkProfile({ username: x, other_names: x, surname: x, location: x, profession: x, job_title: x }),
    invite: (x: string) =>
      checkInvite({
        email: x,
        other_names: x,
        surname: x,
        type: x,
        location: x,
        locations: x,
        doctorId: x,
        profession: x,
        job_title: x,
      }),
  }
  it.each(Object.entries(forms))('%s', (_, check) => {
    const keys = typed.flatMap((text) =>
      Object.values(check(text)).flatMap((problem) => ('key' in problem ? problem.key : [])),
    )
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(TEXTS).toHaveProperty(key)
  })
})

import { expect, it } from 'vitest'
import { checkNewPassword, isCommonPassword } from './common-passwords.ts'

const about = {
  username: 'ada.obi',
  email: 'front.desk@example.com',
  surname: 'Obi',
  otherNames: 'Adaeze',
  clinicName: 'Bright Smile Dental',
}

it.each([
  { password: 'administrator', because: 'the list has it' },
  { password: 'Administrator', because: 'capitals hide nothing' },
  { password: 'password1234', because: 'digits were added' },
  { password: 'dragon!!!!!!!!!!', because: 'signs were added' },
  { password: '2026-sunshine-2026', because: 'the word stands in the middle' },
  { password: 'P@ssw0rd1234!', because: 'signs stand for letters' },
  { password: 'pass-word-1234', because: 'the word was cut up' },
  { password: 'p a s s w o r d', because: 'the word was spaced out' },
  { password: 'passwordpassword', because: 'the word stands twice' },
  { password: 'monkeymonkey42', because: 'the word stands twice, with digits' },
  { password: 'aaaaaaaaaaaaaaaa', because: 'one letter fills it' },
  { password: 'xyz1xyz1xyz1xyz1', because: 'a short pattern fills it' },
  { password: 'abcdefghijklm', because: 'it is the alphabet' },
  { password: 'qwertyuiopasdf', because: 'it runs along the keyboard' },
  { password: '098765432109', because: 'it counts down' },
  { password: '080312345670', because: 'it could be a phone number' },
  { password: '04.07.1981 / 12.10.1979', because: 'it has dates only' },
  { password: 'ada.obi-2026', because: 'it is the username' },
  { password: 'AdaObi123456', because: 'it is the username, joined' },
  { password: 'FrontDesk2026!', because: 'it is the mailbox' },
  { password: 'Adaeze.Obi.1990', because: 'it is the name' },
  { password: 'BrightSmile2026', because: 'it is the clinic' },
  { password: 'ada.obipassword', because: 'it is the username and a word of the list' },
  { password: 'enamel-enamel-1', because: 'it is the name of this program' },
])('finds $password too easy to guess: $because', async ({ password }) => {
  expect(await isCommonPassword(password, about)).toBe(true)
})

it.each([
  'correct horse battery',
  'a small green kettle',
  'molar-kettle-harbour-42',
  'Tq7$wLz9!pXe',
  'vXc2-8rPq-Kd5m-W9hz',
  'adaptive umbrellas sing',
  'пятьзелёныхслонов',
])('takes %s', async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false)
})

it('takes a word that is common only for someone else', async () => {
  expect(await isCommonPassword('zanzibarcoast77', { username: 'zanzibarcoast' })).toBe(true)
  expect(await isCommonPassword('zanzibarcoast77', about)).toBe(false)
})

it('is a 400 at the field of the password', async () => {
  await expect(checkNewPassword('password1234', {})).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { password: 'This password is too easy to guess. Please choose another.' },
  })
  await expect(checkNewPassword('a small green kettle', {})).resolves.toBeUndefined()
})

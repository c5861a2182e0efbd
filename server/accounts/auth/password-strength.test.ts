import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { checkNewPassword, weaknessOf } from './password-strength.ts'

const about = {
  username: 'ada.obi',
  email: 'front.desk@example.com',
  surname: 'Obi',
  otherNames: 'Adaeze',
  clinic: { ...clinic, name: 'Bright Smile Dental' },
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
  // The three that were taken when only the list and the clinic's name were looked at.
  { password: 'Reception2026', because: 'it is what stands on the desk' },
  { password: 'frontdesk1234', because: 'it is the desk' },
  { password: 'Abuja2026abuja', because: 'it is the town' },
  { password: 'Maitama-Gana-27!', because: 'it is the street' },
  { password: 'Clinic@Abuja2026', because: 'it is the clinic and its town, with a sign between' },
  { password: 'November2026!!', because: 'it is a month and its year' },
  { password: 'enamel-enamel-1', because: 'it is the name of this program' },
])('the password $password is too easy to guess: $because', async ({ password }) => {
  expect(await weaknessOf(password, about)).not.toBeNull()
})

it.each([
  'correct horse battery',
  'a small green kettle',
  'molar-kettle-harbour-42',
  'Tq7$wLz9!pXe',
  'vXc2-8rPq-Kd5m-W9hz',
  'adaptive umbrellas sing',
  'пятьзелёныхслонов',
])('the password check accepts %s', async (password) => {
  expect(await weaknessOf(password, about)).toBeNull()
})

it('a word that is common only for someone else is accepted', async () => {
  expect(await weaknessOf('zanzibarcoast77', { username: 'zanzibarcoast' })).toBe('password_own_words')
  expect(await weaknessOf('zanzibarcoast77', about)).toBeNull()
})

it('a weak password is a 400 at its field', async () => {
  await expect(checkNewPassword('password1234', {})).rejects.toMatchObject({
    code: 'invalid_input',
    errors: {
      password: 'This password is too easy to guess. Try three or four unrelated words.',
    },
  })
  await expect(checkNewPassword('a small green kettle', {})).resolves.toBeUndefined()
})

it('the refusal names the words to leave out of a password', async () => {
  await expect(checkNewPassword('BrightSmile2026', about)).rejects.toMatchObject({
    errors: { password: expect.stringContaining('use names, the clinic or its places') },
  })
  expect(await weaknessOf('small green smile kettle', about)).toBeNull()
})

it('a long password is judged by its beginning, in little time', async () => {
  expect(await weaknessOf(`${'p@$$w0rd4'.repeat(5)}vXc2-8rPq-Kd5m-W9hz`)).toBe('password_common')
  expect(await weaknessOf(`vXc2-8rPq-Kd5m-W9hz${'p@$$w0rd4'.repeat(12)}`)).toBeNull()
})

import { expect, it } from 'vitest'
import { CODE_FIELD_MESSAGES } from '../../../../contract/fields.ts'
import verify from '../../../i18n/locales/en/verify.json'

it('says what is wrong with a contact or a code in the words of the contract', () => {
  expect(verify.field).toMatchObject(CODE_FIELD_MESSAGES)
})

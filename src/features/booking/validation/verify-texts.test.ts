import { expect, it } from 'vitest'
import { CODE_FIELD_MESSAGES } from '../../../../contract/fields.ts'
import verify from '../../../i18n/locales/en/verify.json'

it('the page names a mistake of a contact or code in the words of the contract', () => {
  expect(verify.field).toMatchObject(CODE_FIELD_MESSAGES)
})

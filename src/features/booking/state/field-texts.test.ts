import { expect, it } from 'vitest'
import { FIELD_MESSAGES } from '../../../../contract/fields.ts'
import booking from '../../../i18n/locales/en/booking.json'

it('the page names a mistake of a field in the words of the contract', () => {
  expect(booking.field).toEqual(FIELD_MESSAGES)
})

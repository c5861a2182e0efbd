import 'i18next'
import type booking from './locales/en/booking.json'
import type common from './locales/en/common.json'

// Keys are checked by the compiler against the English texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: { common: typeof common; booking: typeof booking }
  }
}

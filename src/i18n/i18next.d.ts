import 'i18next'
import type account from './locales/en/account.json'
import type app from './locales/en/app.json'
import type appointments from './locales/en/appointments.json'
import type asked from './locales/en/asked.json'
import type audit from './locales/en/audit.json'
import type blockers from './locales/en/blockers.json'
import type booking from './locales/en/booking.json'
import type closure from './locales/en/closure.json'
import type common from './locales/en/common.json'
import type desk from './locales/en/desk.json'
import type devices from './locales/en/devices.json'
import type factors from './locales/en/factors.json'
import type feeds from './locales/en/feeds.json'
import type flood from './locales/en/flood.json'
import type keys from './locales/en/keys.json'
import type late from './locales/en/late.json'
import type later from './locales/en/later.json'
import type overview from './locales/en/overview.json'
import type patients from './locales/en/patients.json'
import type privacy from './locales/en/privacy.json'
import type records from './locales/en/records.json'
import type shell from './locales/en/shell.json'
import type todo from './locales/en/todo.json'
import type unlock from './locales/en/unlock.json'
import type verify from './locales/en/verify.json'
import type visit from './locales/en/visit.json'
import type waiting from './locales/en/waiting.json'
import type webhooks from './locales/en/webhooks.json'
import type wire from './locales/en/wire.json'
import type wish from './locales/en/wish.json'

// The compiler checks keys against the English texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      booking: typeof booking
      account: typeof account
      app: typeof app
      appointments: typeof appointments
      asked: typeof asked
      audit: typeof audit
      blockers: typeof blockers
      closure: typeof closure
      desk: typeof desk
      devices: typeof devices
      factors: typeof factors
      feeds: typeof feeds
      flood: typeof flood
      overview: typeof overview
      keys: typeof keys
      patients: typeof patients
      late: typeof late
      later: typeof later
      privacy: typeof privacy
      records: typeof records
      shell: typeof shell
      todo: typeof todo
      unlock: typeof unlock
      verify: typeof verify
      visit: typeof visit
      waiting: typeof waiting
      webhooks: typeof webhooks
      wish: typeof wish
      wire: typeof wire
    }
  }
}

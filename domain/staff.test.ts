import { describe, expect, it } from 'vitest'
import { displayName, displayPrefix } from './staff.ts'

describe('the prefix of a staff member', () => {
  it.each(['medical director', 'doctor', 'admin', 'dentist', '  Dentist ', 'DOCTOR'])(
    'is Dr. for a role, profession or job title of %j',
    (word) => {
      expect(displayPrefix({ role: { slug: word } })).toBe('Dr.')
      expect(displayPrefix({ profession: word })).toBe('Dr.')
      expect(displayPrefix({ job_title: word })).toBe('Dr.')
    },
  )

  it.each(['nurse', 'senior dentist', 'doctors', 'administrator', '', null])('is Dt. for %j', (word) => {
    expect(displayPrefix({ role: { slug: word }, profession: word, job_title: word })).toBe('Dt.')
  })

  it('is Dt. when nothing is known', () => {
    expect(displayPrefix({})).toBe('Dt.')
    expect(displayPrefix({ role: null })).toBe('Dt.')
  })
})

describe('the name of a staff member', () => {
  it('is other names and surname in start case', () => {
    expect(displayName({ other_names: 'ada  grace', surname: ' obi' })).toBe('Dt. Ada Grace Obi')
  })

  it('is first and last name where a record has them', () => {
    const staff = {
      other_names: 'x',
      surname: 'y',
      first_name: 'ada',
      last_name: 'obi',
      profession: 'dentist',
    }
    expect(displayName(staff)).toBe('Dr. Ada Obi')
    expect(displayName({ ...staff, first_name: ' ' })).toBe('Dr. X Obi')
  })

  it.each([
    ['ADA', 'OBI', 'Dt. Ada Obi'],
    ['ebele-ann', "o'brien", "Dt. Ebele-Ann O'Brien"],
    ["ISMA'IL", "sa'ad", "Dt. Isma'il Sa'ad"],
    ['j.p.', 'obi-bello', 'Dt. J.P. Obi-Bello'],
    ['ian', 'McDonald', 'Dt. Ian McDonald'],
    ['ọlá', 'ṣóyínká', 'Dt. Ọlá Ṣóyínká'],
    ['', '', 'Dt.'],
  ])('of %j %j is %s', (other_names, surname, name) =>
    expect(displayName({ other_names, surname })).toBe(name),
  )
})

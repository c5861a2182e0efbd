import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Dr. Ada Obi', 'AO'],
  ['Dt. Ngozi Adaeze Okoye-Bello', 'NB'],
  ['Drake Musa', 'DM'],
  ['Dr. ọlá', 'Ọ'],
  ['  Ada  ', 'A'],
  ["Dt. Chidi N'Eze", 'CN'],
  ['Dr. 𐐀da Obi', '𐐀O'],
  ['Dr.', ''],
  ['', ''],
])('the name %j has the initials %j', (name, letters) => expect(initials(name)).toBe(letters))

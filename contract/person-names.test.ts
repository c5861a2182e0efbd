import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VisitorName } from './fields.ts'

/* Surnames of people, as they type and paste them. */
const SURNAMES = {
  Nigerian: [
    'Edu',
    'Okafor',
    'Adébáyọ̀',
    'Ọláìyá',
    'Ƙaura',
    'Ɗan-Musa',
    'Nwosu-Eze',
    'Ogbonnaya',
    'Gana',
    'Oyibo-Ugbo',
    'Sa’adu',
  ],
  Dutch: [
    "'t Hooft",
    '’t Hart',
    'van der Berg',
    "van 't Hof",
    'de Vries-Jansen',
    'IJsselmuiden',
    "'s-Gravesande",
  ],
  Irish: [
    'O’Brien',
    "O'Brien",
    'O‘Brien',
    'O´Neill',
    'Ó Súilleabháin',
    'Mac Giolla Phádraig',
    'Ní Dhomhnaill',
    'FitzGerald',
  ],
  Persian: ['حسینی', 'علی\u200cپور', 'نوری‌زاده', 'میرزایی', 'Rezā’i', 'Khoshnevisān'],
  Vietnamese: ['Nguyễn', 'Đặng', 'Trần Thị', 'Lê Phước', 'Phạm', 'Huỳnh', 'Ngô', 'Ng'],
  Catalan: ['Gal·la', 'Puig i Cadafalch', 'Com', 'Vila-Sanjuán'],
  Slavic: ['Щербакова', 'Лук’яненко', 'Łukasiewicz', 'Dvořák', 'Đorđević', 'Kovač–Novak'],
  'American and British': [
    'St. John',
    'J.R. Ewing',
    'J.R',
    'M.K.O Abiola',
    'Net',
    'Org',
    'Smith Jr.',
    'Fox-Strangways',
    'Mil',
  ],
  French: ['St.-Pierre', 'd’Arc', 'de l’Église', 'L’Hôpital'],
  'Chinese and Japanese': ['王', '欧阳', '約翰·史密斯', 'Ng', 'Ó', 'ジョン・スミス', 'ｼﾞｮﾝ･ｽﾐｽ'],
  'Hebrew and Arabic': ['בן־גוריון', 'ג׳ורג׳', 'ʿAbd al-Ḥamīd', '‘Aisha', 'أحمد'],
}

describe.each(Object.entries(SURNAMES))('a %s surname', (_, names) => {
  it.each(names)('%s is accepted', (name) => expect(v.safeParse(VisitorName, name).issues).toBeUndefined())
})

it.each([
  ['2Face', 'name_invalid'],
  ['Ada 😀', 'name_invalid'],
  ['<b>Ada', 'name_invalid'],
  ['St.John', 'name_dot'],
  ['evil.com', 'name_dot'],
  ['Example. com', 'name_message'],
  ['Click here to win a prize', 'name_message'],
  ['   \u200b ', 'required'],
])('%j is refused with the reason %s', (name, reason) => {
  expect(v.safeParse(VisitorName, name).issues?.map(({ message }) => message)).toContain(reason)
})

import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare.ts'
import { flatten, type Texts } from './flatten.ts'

const faults = (english: Texts, texts: Texts, iso = 'es') =>
  compareTexts(flatten(english), flatten(texts), iso)

const missing = (key: string) => `${key} is missing.`
const tooMany = (key: string) =>
  `${key} is too many: there is no such text in English, or no such plural form.`

describe('the check of a language file', () => {
  it.each<[string, Texts, Texts, string[]]>([
    ['the same keys', { a: { b: 'One', c: 'Two' } }, { a: { c: 'Dos', b: 'Uno' } }, []],
    ['a key that is missing', { a: { b: 'One', c: 'Two' } }, { a: { b: 'Uno' } }, [missing('a.c')]],
    ['a key too many', { a: 'One' }, { a: 'Uno', b: 'Dos' }, [tooMany('b')]],
    ['a text that is empty', { a: 'One' }, { a: ' ' }, ['a is empty.']],
    ['placeholders in another order', { a: '{{x}} {{y}}' }, { a: '{{y}} {{x}}' }, []],
    [
      'a placeholder that was translated',
      { a: 'On {{day}}' },
      { a: 'El {{día}}' },
      ['a has other placeholders ({{día}}) than English ({{day}}).'],
    ],
    [
      'a placeholder that was forgotten',
      { a: 'On {{day}}' },
      { a: 'El día' },
      ['a has other placeholders (none) than English ({{day}}).'],
    ],
  ])('finds %s', (_, english, texts, expected) => expect(faults(english, texts)).toEqual(expected))
})

describe('a plural form', () => {
  const english = { n_one: '{{count}} day', n_other: '{{count}} days' }
  const forms = (...names: string[]) => Object.fromEntries(names.map((name) => [`n_${name}`, '{{count}}']))

  it.each<[string, Texts, string[]]>([
    ['de', forms('one', 'other'), []],
    ['ru', forms('one', 'few', 'many', 'other'), []],
    ['ru', forms('one', 'other'), [missing('n_few'), missing('n_many')]],
    ['es', forms('one', 'other'), [missing('n_many')]],
    ['yo', forms('other'), []],
    ['ig', forms('one', 'other'), [tooMany('n_one')]],
  ])('in %s: %j', (iso, texts, expected) => expect(faults(english, texts, iso)).toEqual(expected))

  it('may write one in words, where the form covers only the number one', () => {
    expect(faults(english, { n_one: 'ein Tag', n_other: '{{count}} Tage' }, 'de')).toEqual([])
    // In Russian 21 and 31 have this form too.
    const russian = {
      n_one: 'день',
      n_few: '{{count}} дня',
      n_many: '{{count}} дней',
      n_other: '{{count}} дня',
    }
    expect(faults(english, russian, 'ru')).toEqual([
      'n_one has other placeholders (none) than English ({{count}}).',
    ])
  })

  it('is required in English itself', () =>
    expect(faults({ n_other: '{{count}} days' }, { n_other: '{{count}} days' }, 'en')).toEqual([
      missing('n_one'),
    ]))

  it('for zero is required where English has one', () => {
    const withNone = { ...english, n_zero: 'no day' }
    expect(faults(withNone, forms('one', 'other'), 'de')).toEqual([missing('n_zero')])
    expect(faults(withNone, { ...forms('one', 'other'), n_zero: 'kein Tag' }, 'de')).toEqual([])
  })

  it('is not recognised in a key that only ends like one', () =>
    expect(faults({ pin_few: 'Too few' }, { pin_few: 'Muy pocas' })).toEqual([]))
})

import { expect, it } from 'vitest'
import visit from '../../../i18n/locales/en/visit.json' with { type: 'json' }
import { flat, sayIn } from '../../../i18n/plain-words.ts'

it('has nested texts by their keys', () => {
  expect(flat({ a: 'one', b: { c: 'two', d: { e: 'three' } } })).toEqual({
    a: 'one',
    'b.c': 'two',
    'b.d.e': 'three',
  })
})

it.each<[key: string, values: Record<string, string | number>, said: string]>([
  ['about', { when: 'tomorrow', minutes: 30 }, 'tomorrow, about 30 minutes'],
  ['confirm', {}, 'Yes, I am coming'],
  ['moment', { day: '$&', time: '9:00' }, '$&, 9:00'],
  ['until', {}, 'You can change or cancel until . After that, please call.'],
  ['nowhere', {}, ''],
])('says %s with %j', (key, values, said) => expect(sayIn(flat(visit))(key, values)).toBe(said))

it('has no two English texts of the page that other languages may tell apart', async () => {
  // Its words are translated by what they say in English (early.ts).
  const english = Object.entries(flat(visit))
  for (const iso of ['de', 'es', 'it', 'ru']) {
    const { default: theirs } = await import(`../../../i18n/locales/${iso}/visit.json`)
    const texts = flat(theirs)
    const seen = new Map<string, string>()
    for (const [key, text] of english) {
      const before = seen.get(text)
      if (before !== undefined) expect([iso, key, texts[key]]).toEqual([iso, key, texts[before]])
      seen.set(text, key)
    }
  }
})

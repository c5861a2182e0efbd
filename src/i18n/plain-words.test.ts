import { expect, it } from 'vitest'
import { flat, keyFor, sayIn } from './plain-words.ts'

const english = { free_one: '{{count}} time', free_other: '{{count}} times' }
const russian = { free_one: '', free_few: '', free_many: '', free_other: '' }
const igbo = { free_other: '' }

it.each([
  [english, 'en', 1, 'free_one'],
  [english, 'en', 0, 'free_other'],
  [russian, 'ru', 2, 'free_few'],
  [russian, 'ru', 5, 'free_many'],
  [russian, 'ru', 21, 'free_one'],
  [igbo, 'ig', 1, 'free_other'],
])('a plain text follows the plural rules of the language: %#', (texts, language, count, key) =>
  expect(keyFor(texts, 'free', count, language)).toBe(key),
)

it('a plain text is found by its key and filled with values', () =>
  expect(sayIn(flat({ slots: english }))('slots.free_other', { count: 3 })).toBe('3 times'))

import { expect, it } from 'vitest'
import { matchNames, nameWords } from './same-name.ts'

it.each([
  ['Ngozi Bello', 'Bello Ngozi', 'same'],
  ['Ngozi Bello', 'NGOZI  bello', 'same'],
  ['Zoë Ọjọ', 'Zoe Ojo', 'same'],
  ['N. Bello', 'Ngozi Bello', 'same'],
  ['N. B.', 'Ngozi Bello', 'same'],
  ['Dr. Ngozi Bello', 'Ngozi Bello', 'same'],
  ['Ngozi Ada Bello', 'Ngozi Bello', 'same'],
  ["Sinéad O'Brien", 'Sinead O’Brien', 'same'],
  ['Ngozi Bello-Obi', 'Ngozi Bello', 'same'],
  ['Ngozi Bello', 'Ngozi Okafor', 'partly'],
  ['Ngozi Bello', 'Chidi Bello', 'partly'],
  ['C. Bello', 'Ngozi Bello', 'partly'],
  ['Ngozi Bello', 'Chidi Eze', 'none'],
  ['Mrs Ngozi Bello', 'Mrs Chidi Eze', 'none'],
  ['A. Obi', 'A. Eze', 'none'],
  ['N. B.', 'Chidi Eze', 'none'],
  ['Jan van den Berg', 'Piet van den Broek', 'none'],
  ['Ngozi Bello', '', 'none'],
  ['', '', 'none'],
  ['Von Da', 'Von Da', 'same'],
])('the names %j and %j have in common: %s', (one, other, match) => {
  expect(matchNames(nameWords(one), nameWords(other))).toBe(match)
  expect(matchNames(nameWords(other), nameWords(one))).toBe(match)
})

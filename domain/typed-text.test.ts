import { expect, it } from 'vitest'
import { foldCode, foldLine, foldName } from './typed-text.ts'

it.each([
  ['\u202a+234 803 123 4567\u202c', '+234 803 123 4567'],
  ['\u2068Ada\u2069 Obi', 'Ada Obi'],
  ['Ada\u00a0\u2009Obi\t', 'Ada Obi'],
  ['\ufeffAda', 'Ada'],
  ['first\r\nsecond', 'first second'],
  ['👩\u200d⚕\ufe0f', '👩\u200d⚕\ufe0f'],
])('a pasted line %j is read as %j', (pasted, read) => expect(foldLine(pasted)).toBe(read))

it.each([
  ['０８０３　１２３　４５６７', '0803 123 4567'],
  ['0803\u2011123\u20134567', '0803-123-4567'],
  ['ada\u200b@example.com', 'ada@example.com'],
  ['\u200d123456 ', '123456'],
  ['٠٨٠٣ ۴۵۶۷', '0803 4567'],
  ['ENM\u22120104', 'ENM-0104'],
])('a pasted contact or code %j is read as %j', (pasted, read) => expect(foldCode(pasted)).toBe(read))

it.each([
  ['O‘Brien', 'O’Brien'],
  ['O´Brien', 'O’Brien'],
  ['O`Brien', 'O’Brien'],
  ["O'Brien", "O'Brien"],
  ['Okoro–Eze', 'Okoro-Eze'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['\u200cAda\u200d', 'Ada'],
])('a pasted name %j is read as %j', (pasted, read) => expect(foldName(pasted)).toBe(read))

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRIVACY_TEXT } from '../domain/privacy-text.ts'

/** The English text of each day, by the beginning of its SHA-256. A changed text needs a new line and day. */
const TEXTS: Record<string, string> = {
  '2026-11-22': 'c4ee85cbefbdea72',
  '2026-11-28': 'f0e9ed60b65cb8f9',
}

it('a booking stores the date of the text that /privacy shows', () => {
  const text = readFileSync(new URL('../src/i18n/locales/en/privacy.json', import.meta.url), 'utf8')
  expect(TEXTS[PRIVACY_TEXT]).toBe(hash('sha256', text).slice(0, 16))
  expect(PRIVACY_TEXT).toBe(Object.keys(TEXTS).sort().at(-1))
})

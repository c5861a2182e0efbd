import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type appointments from '../src/i18n/locales/en/appointments.json'

type Texts = typeof appointments

const languages = globSync('src/i18n/locales/*/appointments.json').map((file) => file.split('/').at(-2) ?? '')
const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(`src/i18n/locales/${language}/appointments.json`, 'utf8'))

it('the check of state words covers all languages that staff can choose', () => {
  expect(languages.sort()).toEqual(['de', 'en', 'es', 'it', 'ru'])
})

describe.each(languages)('the words for states in %s', (language) => {
  const { filters, status, state, visit } = textsOf(language)
  const small = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

  it('equal those of the filter wherever a state is named', () => {
    const { pending, confirmed } = filters
    expect({ pending: visit.pending, confirmed: visit.confirmed }).toEqual({ pending, confirmed })
    expect({ open: state.open, confirmed: state.confirmed }).toEqual({
      open: small(pending),
      confirmed: small(confirmed),
    })
    expect([status.cancelled, state.cancelled]).toEqual([visit.cancelled, small(visit.cancelled)])
  })

  it('include Open and Closed in the badge of the list alone', () => {
    const words = [filters.pending, filters.confirmed, visit.pending, visit.confirmed]
    expect(words).not.toContain(status.open)
    expect(words).not.toContain(status.closed)
    expect(status.open).not.toBe(status.closed)
  })
})

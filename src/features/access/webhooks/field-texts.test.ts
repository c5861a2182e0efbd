import { describe, expect, it } from 'vitest'
import { WEBHOOK_FIELD_MESSAGES } from '../../../../contract/webhooks.ts'
import de from '../../../i18n/locales/de/webhooks.json'
import en from '../../../i18n/locales/en/webhooks.json'
import es from '../../../i18n/locales/es/webhooks.json'
import italian from '../../../i18n/locales/it/webhooks.json'
import ru from '../../../i18n/locales/ru/webhooks.json'
import { problemsOfWire } from '../../../ui/form/problem-of-wire.ts'

const TEXTS = { de, en, es, it: italian, ru }

describe.each(Object.entries(TEXTS))('in %s', (_, { field }) => {
  it.each(Object.entries(WEBHOOK_FIELD_MESSAGES))('there is a text for %s', (key, english) => {
    const wire = { url: english }
    expect(problemsOfWire(wire, { url: '' }, 'invalid_input', WEBHOOK_FIELD_MESSAGES)).toEqual({
      url: { key },
    })
    expect(field).toHaveProperty(key, expect.any(String))
  })
})

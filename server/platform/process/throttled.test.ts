import { expect, it } from 'vitest'
import { throttled } from './throttled.ts'

it('a message is logged once a minute, and different messages at once', () => {
  let now = 0
  const reported: string[] = []
  const report = throttled(() => now)
  const say = (key: string) => report(key, () => reported.push(`${key} at ${now}`))
  say('away')
  say('away')
  say('slow')
  now = 59_999
  say('away')
  now = 60_000
  say('away')
  expect(reported).toEqual(['away at 0', 'slow at 0', 'away at 60000'])
})

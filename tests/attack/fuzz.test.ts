import { expect, it } from 'vitest'
import { damageOf, fuzz } from './fuzz.ts'
import { startTarget } from './target.ts'

/*
 * Every call of the OpenAPI document with right, nearly right and absurd requests, by everyone. The same ones each time;
 * tests/long/fuzz.test.ts sends 10,000 others.
 */
/** Seconds as a rule; passwords are hashed in it, which waits for whatever else the machine does. */
const WITHIN_MS = 120_000

it(
  'answers 600 requests that nobody would send as it says it does, and is none the worse for it',
  async () => {
    await using target = await startTarget()
    const { findings, statuses } = await fuzz(target, { shots: 600, seed: 20301104 })
    expect(findings).toEqual([])
    // Not all of them end at the door.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '403', '404']))
    expect(await damageOf(target)).toEqual([])
  },
  WITHIN_MS,
)

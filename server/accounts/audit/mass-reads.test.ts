import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { createAfterwards } from '../../platform/process/afterwards.ts'
import { massReads } from './mass-reads.ts'

/* Counted reads, and the alarm, are in alarms.test.ts. */

it('no read waits for the count, and reads of one person meanwhile are counted by one more', async () => {
  const counted = Promise.withResolvers<{ rows: unknown[] }>()
  const asked: unknown[] = []
  const pool = {
    query: ({ values }: { values: unknown[] }) => {
      asked.push(values[0])
      return counted.promise
    },
  }
  const afterwards = createAfterwards()
  const note = massReads({
    pool: pool as unknown as Pool,
    log: { error: () => {} },
    timeZone: 'Africa/Lagos',
    now: () => new Date('2030-03-04T06:00:00Z'),
    afterwards,
  })
  for (const person of ['ada', 'ada', 'ada', 'eve']) expect(note(person)).toBeUndefined()
  expect(asked).toEqual(['ada', 'eve'])
  counted.resolve({ rows: [{ found: 3, shown: 3 }] })
  await afterwards.settled()
  expect(asked).toEqual(['ada', 'eve', 'ada'])
})

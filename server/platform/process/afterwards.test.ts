import { expect, it } from 'vitest'
import { createAfterwards } from './afterwards.ts'

const gate = () => Promise.withResolvers<void>()

it('shared background work is settled when all of it is done, with what began meanwhile', async () => {
  const afterwards = createAfterwards()
  const [one, other] = [gate(), gate()]
  const done: string[] = []
  afterwards.begin(async () => {
    await one.promise
    afterwards.begin(async () => {
      await other.promise
      done.push('other')
    })
    done.push('one')
  })
  const settled = afterwards.settled()
  one.resolve()
  other.resolve()
  await settled
  expect(done).toEqual(['one', 'other'])
})

it('work of one key runs once at a time, and once more for all requests meanwhile', async () => {
  const afterwards = createAfterwards()
  const first = gate()
  let [runs, atOnce] = [0, 0]
  const work = async () => {
    runs += 1
    atOnce += 1
    expect(atOnce).toBe(1)
    await first.promise
    atOnce -= 1
  }
  for (let n = 0; n < 5; n++) afterwards.beginOnce('ada', work)
  first.resolve()
  await afterwards.settled()
  expect(runs).toBe(2)
  afterwards.beginOnce('ada', work)
  await afterwards.settled()
  expect(runs).toBe(3)
})

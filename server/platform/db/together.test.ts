import { expect, it } from 'vitest'
import { together } from './together.ts'

/** Doubles numbers, and records the batches. */
function doubler(most = 10) {
  const asked: number[][] = []
  const ask = together(
    async (numbers: readonly number[]) => {
      asked.push([...numbers])
      if (numbers.includes(-1)) throw new Error('negative')
      return numbers.map((number) => 2 * number)
    },
    { weigh: (number) => number, most },
  )
  return { ask, asked }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a batch collects the keys of one turn, and each caller gets its own answer', async () => {
  const { ask, asked } = doubler()
  expect(await Promise.all([ask(3), ask(1), ask(2)])).toEqual([6, 2, 4])
  expect(await ask(5)).toBe(10)
  expect(asked).toEqual([[3, 1, 2], [5]])
})

it('a later caller waits for no running batch, and shares no answer with it', async () => {
  const { ask, asked } = doubler()
  const first = ask(1)
  await turn()
  const second = ask(1)
  await Promise.all([first, second])
  expect(asked).toEqual([[1], [1]])
})

it('a batch has a size limit, and further keys form their own', async () => {
  const { ask, asked } = doubler(10)
  expect(await Promise.all([ask(4), ask(6), ask(1), ask(50), ask(2)])).toEqual([8, 12, 2, 100, 4])
  expect(asked).toEqual([[4, 6], [1], [50], [2]])
})

it('a failed batch fails for each of its callers, and for no other', async () => {
  const { ask } = doubler()
  const [one, two] = await Promise.allSettled([ask(1), ask(-1)])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  expect(await ask(1)).toBe(2)
})

import { expect, it } from 'vitest'
import { together } from './together.ts'

/** Doubles numbers, and notes which were asked for together. */
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

it('asks together what comes in one turn, and gives each its own answer', async () => {
  const { ask, asked } = doubler()
  expect(await Promise.all([ask(3), ask(1), ask(2)])).toEqual([6, 2, 4])
  expect(await ask(5)).toBe(10)
  expect(asked).toEqual([[3, 1, 2], [5]])
})

it('does not make who comes later wait for an answer, nor share it', async () => {
  const { ask, asked } = doubler()
  const first = ask(1)
  await turn()
  const second = ask(1)
  await Promise.all([first, second])
  expect(asked).toEqual([[1], [1]])
})

it('asks for only so much at once, and by itself for what is more', async () => {
  const { ask, asked } = doubler(10)
  expect(await Promise.all([ask(4), ask(6), ask(1), ask(50), ask(2)])).toEqual([8, 12, 2, 100, 4])
  expect(asked).toEqual([[4, 6], [1], [50], [2]])
})

it('tells a failure to everybody who asked together, and nobody else', async () => {
  const { ask } = doubler()
  const [one, two] = await Promise.allSettled([ask(1), ask(-1)])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  expect(await ask(1)).toBe(2)
})

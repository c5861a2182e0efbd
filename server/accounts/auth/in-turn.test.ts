import { describe, expect, it } from 'vitest'
import { inTurn, inTurnByKey, inTurnByRank } from './in-turn.ts'

function work(name: string, diary: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const run = async () => {
    diary.push(`${name} begins`)
    await promise
    diary.push(`${name} ends`)
    return name
  }
  return { run, end: resolve, fail: reject }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a queue does one piece of work after another, in order', async () => {
  const diary: string[] = []
  const [first, second] = [work('first', diary), work('second', diary)]
  const run = inTurn({ waitingAtMost: 10 })
  const both = Promise.all([run(first.run), run(second.run)])
  second.end()
  await settled()
  expect(diary).toEqual(['first begins'])
  first.end()
  expect(await both).toEqual(['first', 'second'])
  expect(diary).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

it('a queue continues after failed work, and the failure is the caller’s own', async () => {
  const diary: string[] = []
  const failing = work('failing', diary)
  const run = inTurn({ waitingAtMost: 10 })
  const failed = run(failing.run)
  const next = run(async () => 'next')
  failing.fail(new Error('a fault'))
  await expect(failed).rejects.toThrow('a fault')
  expect(await next).toBe('next')
})

it('a full queue refuses work, and takes work again when one is done', async () => {
  const diary: string[] = []
  const [first, second] = [work('first', diary), work('second', diary)]
  const run = inTurn({ waitingAtMost: 1 })
  const running = run(first.run)
  const waiting = run(second.run)
  await expect(run(async () => 'third')).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  first.end()
  await running
  const fourth = run(async () => 'fourth')
  second.end()
  expect(await Promise.all([waiting, fourth])).toEqual(['second', 'fourth'])
})

describe('a queue by rank', () => {
  // A flood of wrong sign-ins filled the one queue: 7 of 8 right ones got 503.
  it('puts colleagues before strangers who came earlier, each in their order', async () => {
    const diary: string[] = []
    const first = work('first', diary)
    const run = inTurnByRank({ colleague: 10, stranger: 10 })
    const running = run('stranger', first.run)
    const note = (name: string) => async () => void diary.push(name)
    const waiting = [
      run('stranger', note('stranger 1')),
      run('stranger', note('stranger 2')),
      run('colleague', note('colleague 1')),
      run('colleague', note('colleague 2')),
    ]
    await settled()
    expect(diary).toEqual(['first begins'])
    first.end()
    await Promise.all([running, ...waiting])
    expect(diary.slice(2)).toEqual(['colleague 1', 'colleague 2', 'stranger 1', 'stranger 2'])
  })

  it('refuses strangers while colleagues still find a place', async () => {
    const diary: string[] = []
    const first = work('first', diary)
    const run = inTurnByRank({ colleague: 2, stranger: 1 })
    const running = run('stranger', first.run)
    const done = async () => 'done'
    const waiting = [run('stranger', done)]
    await expect(run('stranger', done)).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
    waiting.push(run('colleague', done), run('colleague', done))
    await expect(run('colleague', done)).rejects.toMatchObject({ code: 'busy' })
    first.end()
    await running
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done'])
    expect(await run('stranger', done), 'when all is done').toBe('done')
  })

  it('continues with the next after failed work', async () => {
    const diary: string[] = []
    const failing = work('failing', diary)
    const run = inTurnByRank({ colleague: 1, stranger: 1 })
    const failed = run('colleague', failing.run)
    const next = run('stranger', async () => 'next')
    failing.fail(new Error('a fault'))
    await expect(failed).rejects.toThrow('a fault')
    expect(await next).toBe('next')
  })
})

it('a queue by key delays the same key and no other, and is full for that key alone', async () => {
  const diary: string[] = []
  const [adas, evesOwn] = [work('ada', diary), work('eve', diary)]
  const run = inTurnByKey({ waitingAtMost: 1 })
  const first = run('ada', adas.run)
  const second = run('ada', async () => diary.push('ada again'))
  await expect(run('ada', async () => {})).rejects.toMatchObject({ code: 'busy' })
  evesOwn.end()
  await run('eve', evesOwn.run)
  expect(diary).toEqual(['ada begins', 'eve begins', 'eve ends'])
  adas.end()
  await Promise.all([first, second])
  expect(diary.at(-1)).toBe('ada again')
})

import { expect, it } from 'vitest'
import { requestKeys } from './request-keys.ts'

it('the same is sent under one key until it is answered, and anything else under another', async () => {
  const keys = requestKeys()
  const used: string[] = []
  const send = (what: object, isLost: boolean) =>
    keys
      .send(what, async (key) => {
        used.push(key)
        if (isLost) throw new Error('lost')
      })
      .catch(() => {})
  await send({ reason: 'Leave' }, true)
  await send({ reason: 'Other' }, true)
  await send({ reason: 'Leave' }, true)
  await send({ reason: 'Leave' }, false)
  await send({ reason: 'Leave' }, false)
  const [first, other, second, third, next] = used
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, other, next]).size).toBe(3)
})

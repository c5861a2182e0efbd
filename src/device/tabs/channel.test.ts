import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { joinChannel, type TabChannel } from './channel.ts'

const Colour = v.picklist(['red', 'green'])
type Colour = v.InferOutput<typeof Colour>

let joined: (TabChannel<Colour> | undefined)[] = []
function join(heard: Colour[] = []) {
  const channel = joinChannel('test colours', Colour, (colour) => heard.push(colour))
  joined.push(channel)
  return channel
}
afterEach(() => {
  for (const channel of joined) channel?.leave()
  joined = []
  vi.unstubAllGlobals()
})

it('a channel reaches the other tabs, not the sender', async () => {
  const own: Colour[] = []
  const others: Colour[] = []
  const channel = join(own)
  join(others)
  channel?.post('red')
  await vi.waitFor(() => expect(others).toEqual(['red']))
  expect(own).toEqual([])
})

it('a channel ignores messages of another build', async () => {
  const heard: Colour[] = []
  join(heard)
  const other = new BroadcastChannel('test colours')
  for (const message of ['blue', { red: true }, null, 'green']) other.postMessage(message)
  await vi.waitFor(() => expect(heard).toEqual(['green']))
  other.close()
})

it('a channel sends nothing after it was left', () => {
  const channel = join()
  channel?.leave()
  expect(() => channel?.post('red')).not.toThrow()
})

it('is none where the browser has no BroadcastChannel', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(join()).toBeUndefined()
})

import { afterEach, expect, it, vi } from 'vitest'
import type { StreamListener } from '../api/events.ts'
import type { ReconnectingStream } from './reconnect-stream.ts'
import { shareStream } from './share-stream.ts'

type Line = StreamListener & { onLost: () => void; isOpen: boolean; hurried: number }
type Tab = ReconnectingStream & { said: string[] }

let lines: Line[] = []
let tabs: Tab[] = []
let test = 0
const open = () => lines.filter(({ isOpen }) => isOpen)

/** A tab of this browser; each test has a browser of its own. */
function openTab(silenceMs?: number): Tab {
  const said: string[] = []
  const stream = shareStream({
    name: `test ${test}`,
    ...(silenceMs ? { silenceMs } : {}),
    keep: (listener) => {
      const line: Line = { ...listener, isOpen: true, hurried: 0 }
      lines.push(line)
      return {
        retryNow: () => {
          line.hurried += 1
        },
        stop: () => {
          line.isOpen = false
        },
      }
    },
    onReady: () => said.push('ready'),
    onBeat: () => said.push('beat'),
    onChange: ({ id }) => said.push(id),
    onLost: () => said.push('lost'),
  })
  const tab = { ...stream, said }
  tabs.push(tab)
  return tab
}
const aLine = () => vi.waitFor(() => expect(open()).toHaveLength(1))
const hears = (tab: Tab, ...said: string[]) => vi.waitFor(() => expect(tab.said).toEqual(said))

afterEach(() => {
  for (const tab of tabs) tab.stop()
  vi.unstubAllGlobals()
  lines = []
  tabs = []
  test += 1
})

it('one tab has the stream, and all hear what it says', async () => {
  const [first, second] = [openTab(), openTab()]
  await aLine()
  open()[0]?.onReady()
  open()[0]?.onChange({ type: 'blocker', id: 'b1' })
  open()[0]?.onLost()
  await hears(first, 'ready', 'b1', 'lost')
  await vi.waitFor(() =>
    expect(second.said.filter((word) => word !== 'beat')).toEqual(['ready', 'b1', 'lost']),
  )
  expect(lines).toHaveLength(1)
})

it('a tab that comes later is told that there is a stream, without everyone asking anew', async () => {
  const first = openTab()
  await aLine()
  open()[0]?.onReady()
  await hears(first, 'ready')
  await hears(openTab(), 'beat')
  expect(first.said).toEqual(['ready'])
})

it('the stream is handed over at once when its tab closes', async () => {
  const first = openTab()
  await aLine()
  const second = openTab()
  first.stop()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines.map(({ isOpen }) => isOpen)).toEqual([false, true])
  lines[1]?.onReady()
  await vi.waitFor(() => expect(second.said.at(-1)).toBe('ready'))
})

it('a tab that left while it waited for the stream never opens one', async () => {
  const first = openTab()
  await aLine()
  openTab().stop()
  first.stop()
  const third = openTab()
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  lines[1]?.onReady()
  await hears(third, 'ready')
})

it('a tab that has left can be hurried without harm, as when it is shown again before it has joined anew', async () => {
  openTab()
  await aLine()
  const second = openTab()
  second.stop()
  expect(() => second.retryNow()).not.toThrow()
})

it('a look at another tab makes the tab with the stream retry at once', async () => {
  openTab()
  await aLine()
  const second = openTab()
  open()[0]?.onLost()
  await vi.waitFor(() => expect(second.said).toContain('lost'))
  const before = open()[0]?.hurried ?? 0
  second.retryNow()
  await vi.waitFor(() => expect(open()[0]?.hurried).toBe(before + 1))
})

it('a stream that falls silent counts as lost', async () => {
  openTab()
  await aLine()
  const second = openTab(200)
  open()[0]?.onReady()
  await vi.waitFor(() => expect(second.said).toContain('ready'))
  await vi.waitFor(() => expect(second.said.at(-1)).toBe('lost'))
})

it('other messages on the channel are ignored', async () => {
  const first = openTab()
  await aLine()
  const stranger = new BroadcastChannel(`test ${test}`)
  stranger.postMessage({ type: 'change', event: { type: 'appointment', name: 'Ada' } })
  stranger.postMessage('ready')
  stranger.postMessage({ type: 'change', event: { type: 'blocker', id: 'b1' } })
  await hears(first, 'b1')
  stranger.close()
})

it('without Web Locks each tab has a stream of its own', async () => {
  vi.stubGlobal('navigator', {})
  const [first, second] = [openTab(), openTab()]
  expect(lines).toHaveLength(2)
  lines[0]?.onReady()
  expect([first.said, second.said]).toEqual([['ready'], []])
})

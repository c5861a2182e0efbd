import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onStoredElsewhere } from './storage.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

const stored = (key: string | null, newValue: string | null) =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: null }))

it('a tab gets what another tab stores under its key, until it stops', () => {
  const heard: (string | null)[] = []
  const stop = onStoredElsewhere('colour', (text) => heard.push(text))
  stored('colour', 'red')
  stored('size', 'xl')
  stored('colour', null)
  stop()
  stored('colour', 'green')
  expect(heard).toEqual(['red', null])
})

it('a tab notices when another tab clears the storage, an event without a key', () => {
  const listener = vi.fn()
  onStoredElsewhere('colour', listener)
  stored(null, null)
  expect(listener).toHaveBeenCalledExactlyOnceWith(null, null)
})

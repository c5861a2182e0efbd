import { expect, it } from 'vitest'
import { search } from './search.ts'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function puzzle(counter: number) {
  const [salt, nonce] = [new Uint8Array(16), new Uint8Array(16)].map((bytes) => crypto.getRandomValues(bytes))
  const bytes = new Uint8Array([...(salt ?? []), ...(nonce ?? []), 0, 0, 0, 0])
  new DataView(bytes.buffer).setUint32(32, counter)
  const derivedKey = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  return {
    salt: hex(bytes.subarray(0, 16)),
    nonce: hex(bytes.subarray(16, 32)),
    keyPrefix: derivedKey.slice(0, 32),
    derivedKey,
  }
}

it.each([0, 1, 255, 65_536, 100_000])(
  'finds the counter %i with its hash, as the browser has it',
  async (counter) => {
    const { derivedKey, ...asked } = await puzzle(counter)
    expect(search(asked, counter + 10)).toEqual({ counter, derivedKey })
  },
)

it('finds nothing past the last counter', async () => {
  expect(search(await puzzle(500), 499)).toBeNull()
})

import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { search } from './search.ts'

const puzzle = (counter: number) => {
  const [salt, nonce] = [randomBytes(16), randomBytes(16)]
  const last = Buffer.alloc(4)
  last.writeUInt32BE(counter)
  const derivedKey = createHash('sha256')
    .update(Buffer.concat([salt, nonce, last]))
    .digest('hex')
  return {
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    keyPrefix: derivedKey.slice(0, 32),
    derivedKey,
  }
}

it.each([0, 1, 255, 65_536, 100_000])('finds the counter %i with its hash, as Node has it', (counter) => {
  const { derivedKey, ...asked } = puzzle(counter)
  expect(search(asked, counter + 10)).toEqual({ counter, derivedKey })
})

it('finds nothing past the last counter', () => {
  expect(search(puzzle(500), 499)).toBeNull()
})

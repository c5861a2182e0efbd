import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { solved } from '../../../tests/support/proof.ts'
import { createPool } from '../db/pool.ts'
import { callOf, createProofs } from './proofs.ts'

const call = callOf('POST /appointments/book', ['a-key', 'a hash'])

async function start() {
  const database = await testDatabase()
  const clock = { now: new Date() }
  const proofs = createProofs({ pool: database.pool, now: () => clock.now })
  const demand = async (level = 0) => ({
    body: (await proofs.demand(call, level)) as unknown as Record<string, unknown>,
  })
  return { database, clock, proofs, demand, [Symbol.asyncDispose]: () => database.close() }
}

it('a proof is accepted once, on whichever process', async () => {
  await using at = await start()
  const pool = createPool(at.database.url, 2)
  const other = createProofs({ pool, now: () => at.clock.now })
  const proof = solved(await at.demand())['enamel-proof']
  const taken = await Promise.all(
    [at.proofs, other, at.proofs].map((proofs) => proofs.accept(proof, call, 0)),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await other.accept(proof, call, 0)).toBe(false)
  await pool.end()
})

it('a proof of another call, a late one and one that is too light are refused', async () => {
  await using at = await start()
  const proof = solved(await at.demand())['enamel-proof']
  expect(await at.proofs.accept(proof, callOf('POST /appointments/book', ['other', 'a hash']), 0)).toBe(false)
  expect(await at.proofs.accept(proof, call, 2)).toBe(false)
  const before = at.clock.now
  at.clock.now = new Date(before.getTime() + 5 * 60_000 + 1_000)
  expect(await at.proofs.accept(proof, call, 0)).toBe(false)
  at.clock.now = before
  // The count may have grown by one level while it was solved.
  expect(await at.proofs.accept(proof, call, 1)).toBe(true)
})

it('a proof that was made up or changed is refused', async () => {
  await using at = await start()
  const proof = JSON.parse(atob(solved(await at.demand())['enamel-proof']))
  const { challenge, solution } = proof
  const changed = [
    { ...proof, solution: { ...solution, counter: solution.counter + 1 } },
    { ...proof, solution: { ...solution, derivedKey: 'ab'.repeat(32) } },
    { ...proof, challenge: { ...challenge, signature: `${challenge.signature}00` } },
    {
      ...proof,
      challenge: {
        ...challenge,
        parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 60 },
      },
    },
  ]
  const headers = changed.map((one) => btoa(JSON.stringify(one)))
  for (const header of [undefined, '', 'x', '\u0000', btoa('{}'), btoa('null'), ...headers]) {
    expect([header, await at.proofs.accept(header, call, 0)]).toEqual([header, false])
  }
  expect(await at.proofs.accept(btoa(JSON.stringify(proof)), call, 0)).toBe(true)
})

it('each level requires more work, up to the highest', async () => {
  await using at = await start()
  const mostOf = async (level: number) => {
    const { body } = await at.demand(level)
    return (body.data as { parameters: { data: { most: number } } }).parameters.data.most
  }
  const most = await Promise.all([0, 1, 4, 9].map(mostOf))
  expect(most).toEqual([1_200_000, 2_400_000, 6_000_000, 6_000_000])
})

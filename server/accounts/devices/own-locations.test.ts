import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceRow, SealedEntry } from '../../../contract/devices.ts'
import { newSealPair, publicHalf } from '../../../seal/format.ts'
import type { StaffOptions } from '../../../tests/support/staff.ts'
import { startClinicWithTablets } from './devices.fixture.ts'

let clinic: Awaited<ReturnType<typeof startClinicWithTablets>>
let manager: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinicWithTablets()
  manager = await clinic.signedIn({ username: 'mag', type: 'manager', locations: ['fct', 'lag'] })
})
afterEach(() => clinic[Symbol.asyncDispose]())

type By = { bearer: Record<string, string> }
const register = (locations: string[] | null, by: By = manager) =>
  clinic.call('POST', '/api/devices', { name: 'Desk', locations }, by.bearer)
const tablet = async (locations: string[] | null) => {
  const { body } = await register(locations, clinic.admin)
  return body.data as { id: string; token: string }
}
async function join(token: string, { id }: { id: string }) {
  const { publicKey } = await publicHalf((await newSealPair()).publicKey)
  return clinic.join(token, Buffer.from(publicKey).toString('base64url'), { id })
}
const signedIn = (options: StaffOptions) =>
  clinic.signedIn({ username: `u${randomUUID().slice(0, 8)}`, ...options })

describe('the tablets of a manager', () => {
  it('are those whose locations are all within their own', async () => {
    for (const locations of [['fct'], ['lag', 'fct'], ['phc'], ['lag', 'phc'], null])
      await register(locations, clinic.admin)
    const { body } = await clinic.call('GET', '/api/devices', undefined, manager.bearer)
    expect(body.data as DeviceRow[]).toHaveLength(2)
    expect(body.paging).toMatchObject({ total: 2 })
  })

  it.each([
    [['Abuja'], 201],
    [['lag', 'fct'], 201],
    // The first of their own.
    [null, 201],
    [['phc'], 403],
    [['lag', 'phc'], 403],
  ])('can be created for %j: %i', async (locations, status) => {
    expect((await register(locations)).status).toBe(status)
  })

  it('are revoked by them, and others are invisible', async () => {
    const [own, other] = [await tablet(['fct']), await tablet(['phc'])]
    expect(await clinic.revoke(own.id, manager)).toMatchObject({ status: 200 })
    expect(await clinic.revoke(other.id, manager)).toMatchObject({ status: 404 })
  })
})

describe('the pages stored and fetched by a tablet', () => {
  const ask = async (token: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await clinic.call('POST', `/api/devices/${path}`, body, headers)
    return answer.body.data as { keep: string; entries?: SealedEntry[] }
  }

  it('are limited to what their owner may read', async () => {
    const own = await tablet(['fct', 'lag'])
    const eze = await signedIn({ type: 'reception', locations: ['lag', 'phc'] })
    await join(own.token, eze)
    const { entries = [] } = await ask(own.token, 'prefetch', { owner: eze.id })
    const questions = entries.map(({ question }) => question)
    expect(questions.filter((question) => question.includes('/appointments/lag'))).toHaveLength(2)
    expect(questions.join()).not.toMatch(/appointments\/(?:fct|phc|all)/)
  })

  it('are deleted when the owner’s rights shrink, and stay when they grow', async () => {
    const { token } = await tablet(['fct'])
    const eze = await signedIn({ type: 'reception', locations: ['fct'] })
    const keeps = async (rightsVersion: number | null) => {
      const said = { owner: eze.id, rightsVersion, lockedOut: false }
      const contact = await ask(token, 'contact', said)
      const prefetch = await ask(token, 'prefetch', { owner: eze.id, rightsVersion })
      expect(prefetch.keep).toBe(contact.keep)
      return contact.keep
    }
    const change = (locations: string[]) =>
      clinic.call('PUT', `/api/staff/${eze.id}/access`, { type: 'reception', locations }, clinic.admin.bearer)
    expect(await keeps(1)).toBe('all')
    // Data stored before there were versions name none.
    expect(await keeps(null)).toBe('all')
    await change(['fct', 'lag'])
    expect(await keeps(1)).toBe('all')
    await change(['lag'])
    expect(await keeps(1)).toBe('registration')
    expect(await keeps(2)).toBe('all')
    expect(await keeps(null)).toBe('registration')
  })
})

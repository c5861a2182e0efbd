import { beforeEach, expect, it, vi } from 'vitest'
import {
  DEVICE,
  formerKeys,
  keysOfPin,
  newDevice,
  openTab,
  PIN,
  SLOW,
  type Tab,
} from '../../device/tablet/tablet.fixture.ts'

vi.setConfig(SLOW)

let tab: Tab
let said: { asked: string; bearer: string | null; body: { publicKey: string } }[]
let status: number
beforeEach(async () => {
  vi.unstubAllGlobals()
  newDevice()
  said = []
  status = 200
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    const bearer = new Headers(headers).get('authorization')
    said.push({ asked: `${method} ${address}`, bearer, body: JSON.parse(String(body)) })
    return Response.json({ success: status === 200, message: 'A sentence.' }, { status })
  })
  tab = await openTab()
  tab.signIn()
})

it("tells the server the public half once for each key, by whoever is signed in and not by the tablet's token", async () => {
  await tab.setUp(await keysOfPin())
  await tab.tellKey()
  await tab.tellKey()
  expect(said).toMatchObject([{ asked: `PUT /api/devices/${DEVICE.id}/key`, bearer: 'Bearer token of ada' }])
  const publicKey = Buffer.from(said[0]?.body.publicKey ?? '', 'base64url')
  expect(publicKey).toEqual(Buffer.from((await tab.tabletKey())?.publicKey ?? []))
  await tab.setUpTablet(DEVICE, '112233')
  await tab.tellKey()
  expect(said).toHaveLength(2)
  expect(said[1]?.body).not.toEqual(said[0]?.body)
})

it('tells it again where it was refused', async () => {
  await tab.setUp(await keysOfPin())
  status = 403
  await expect(tab.tellKey()).rejects.toMatchObject({ status: 403 })
  status = 200
  await tab.tellKey()
  await tab.tellKey()
  expect(said).toHaveLength(2)
})

it('of an older tablet it tells once its PIN has made the new key', async () => {
  await tab.setUp(await formerKeys())
  await tab.tellKey()
  expect(said).toEqual([])
  await tab.unlock(PIN)
  await tab.tellKey()
  expect(said).toHaveLength(1)
})

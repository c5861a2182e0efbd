import { brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { ClinicAnswer } from '../../../contract/clinic.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { publicClinic } from '../../../domain/public-clinic.ts'
import { startClinic } from '../../../tests/support/clinic.ts'

/** A value for every setting of the operator's, each to be found by its mark. */
const OPERATORS: Partial<Clinic> = {
  privacy: {
    controller: 'm4rk controller',
    contact: 'm4rk@example.com',
    processors: [{ name: 'm4rk processor', task: 'm4rk task' }],
  },
  sms: { replies: { number: '+2347000044444' } },
  staff: { secondFactor: ['admin', 'manager', 'doctor'], idleMinutes: 7 },
  retention: { visitorsMonths: 1111, registeredMonths: 1112, auditMonths: 1113 },
  messages: { smsPerDay: 44441, codesReserve: 44442, countries: ['GH'] },
  oneTimeCodes: { perContactIn15Minutes: 97, perCallerPerHour: 9797, smsPerDay: 44443 },
  reminders: [{ hoursBefore: 333, by: ['sms'] }],
}

const caller = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
const asking =
  (clinic: Awaited<ReturnType<typeof startClinic>>) =>
  (headers: Record<string, string> = {}) =>
    clinic.app.request('/api/clinic', { headers }, caller)

it('everybody may read the facts of the clinic, without a bearer', async () => {
  await using clinic = await startClinic({ clinic: { links: { sampleLayout: '/a', purchase: '/b' } } })
  const answer = await asking(clinic)()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const { data } = v.parse(ClinicAnswer, await answer.json())
  expect(data).toEqual(publicClinic({ ...clinicConfig, links: { sampleLayout: '/a', purchase: '/b' } }))
  expect(data.locations.map(({ code, phone }) => [code, phone])).toContainEqual(['fct', '+234 700 000 0002'])
  expect(data.services[0]).toEqual({
    id: 'consultation',
    name: 'Consultation',
    type: 'consultation',
    minutes: 30,
  })
})

it('a caller who has the facts gets them no second time, in each encoding', async () => {
  await using clinic = await startClinic()
  const ask = asking(clinic)
  const plain = await ask()
  const text = await plain.text()
  const packed = await ask({ 'accept-encoding': 'br' })
  expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(text)
  for (const [answer, headers] of [
    [plain, {}],
    [packed, { 'accept-encoding': 'br' }],
  ] as const) {
    const again = await ask({ ...headers, 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200)
})

it('a changed fact has another tag', async () => {
  await using clinic = await startClinic()
  await using other = await startClinic({ clinic: { country: 'GH' } })
  const tags = await Promise.all(
    [clinic, other].map(async (each) => (await asking(each)()).headers.get('etag')),
  )
  expect(new Set(tags).size).toBe(2)
})

it('the facts contain nothing of the operator’s', async () => {
  await using clinic = await startClinic({ clinic: OPERATORS })
  const text = await (await asking(clinic)()).text()
  expect(text).toContain('"idleMinutes":7')
  for (const secret of ['m4rk', '2347000044444', '4444', '111', '97', '333', 'GH', 'aliases', 'secondFactor'])
    expect(text).not.toContain(secret)
})

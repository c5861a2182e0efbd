import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY_SCOPES } from '../../../contract/api-keys.ts'
import type { FhirAppointment, FhirBundle } from '../../../contract/fhir.ts'
import { startFhir } from './fhir.fixture.ts'

/* Over the network, as other programs read it. */
const DAY = '2030-03-05'
let origin = ''
let key = ''
let clinic: Awaited<ReturnType<typeof startFhir>>
let server: ReturnType<typeof serve>
beforeAll(async () => {
  clinic = await startFhir({ origin: () => origin })
  for (const start_time of ['10:00', '10:30', '11:00'])
    await clinic.booked({ appointment_date: DAY, start_time })
  key = await clinic.key(KEY_SCOPES)
  server = serve({ fetch: clinic.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await clinic[Symbol.asyncDispose]()
})

it('an independent client reads the statement, searches, follows pages and references, and handles failures', async () => {
  const client = new Client({ baseUrl: `${origin}/api/fhir`, bearerToken: key })
  expect(await client.capabilityStatement()).toMatchObject({ fhirVersion: '4.0.1' })
  const searchParams = { date: DAY, _count: 2 }
  const first = (await client.search({ resourceType: 'Appointment', searchParams })) as FhirBundle
  expect(first.entry).toHaveLength(2)
  const second = (await client.nextPage({ bundle: first as never })) as unknown as FhirBundle
  expect(second.entry).toHaveLength(1)
  expect(client.nextPage({ bundle: second as never })).toBeUndefined()
  const visit = second.entry?.[0]?.resource as FhirAppointment
  for (const { actor } of visit.participant) {
    const [type, id] = actor.reference.split('/')
    expect(await client.resolve({ reference: actor.reference })).toMatchObject({ resourceType: type, id })
  }
  const missing = client.read({ resourceType: 'Location', id: 'nowhere' })
  await expect(missing).rejects.toMatchObject({
    response: { status: 404, data: { resourceType: 'OperationOutcome' } },
  })
})

it('a call to /fhir is redirected to /api/fhir', async () => {
  const { status, headers } = await clinic.app.request('/fhir/Location?_count=1')
  expect([status, headers.get('location')]).toEqual([308, '/api/fhir/Location?_count=1'])
})

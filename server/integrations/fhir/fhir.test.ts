import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  FhirAppointment,
  FhirBundle,
  FhirPatient,
  FhirResource,
  FhirSlot,
} from '../../../contract/fhir.ts'
import { faultsOf } from '../../../tests/support/fhir-validator.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startFhir } from './fhir.fixture.ts'

type Clinic = Awaited<ReturnType<typeof startFhir>>
let clinic: Clinic
/** Booked one after the other; the third at another location. */
let ids: string[]
beforeAll(async () => {
  clinic = await startFhir()
  ids = [
    await clinic.booked({ start_time: '10:00' }),
    await clinic.booked({ start_time: '10:30', email: 'bola@example.com', phone_number: '+2348031110000' }),
    await clinic.booked({ start_time: '11:00', location: 'lag', appointment_date: '2030-03-06' }),
  ]
})
afterAll(() => clinic[Symbol.asyncDispose]())

const idsOf = (resources: readonly FhirResource[]) => resources.map(({ id }) => id)
const only = <T>([one, ...others]: readonly T[]): T => {
  if (one === undefined || others.length > 0) throw new Error('not one')
  return one
}

describe('the official definitions', () => {
  it('hold for every resource served: searches, reads, the statement and failures', async () => {
    const paths = [
      'metadata',
      'Appointment',
      'Slot?_count=100',
      'Schedule',
      'Practitioner',
      'Location',
      'Patient',
      'Practitioner?name=musa',
      'Location?colour=red',
      'Location/nowhere',
      'Appointment?date=soon',
      'Patient?_format=xml',
    ]
    for (const path of paths) {
      const { body } = await clinic.get(path)
      expect([path, faultsOf(body)]).toEqual([path, []])
    }
    for (const type of ['Appointment', 'Slot', 'Schedule', 'Practitioner', 'Location', 'Patient']) {
      const [first] = await clinic.found(type)
      const { status, body } = await clinic.get(`${type}/${first?.id}`)
      expect([type, status, faultsOf(body)]).toEqual([type, 200, []])
    }
  })

  it.each<[string, (resource: Record<string, unknown>) => unknown]>([
    ['Appointment', (one) => delete one.start],
    ['Appointment', (one) => Object.assign(one, { status: 'open' })],
    ['Slot', (one) => Object.assign(one, { start: '2030-03-05T10:00' })],
    ['Schedule', (one) => delete one.actor],
    ['Practitioner', (one) => Object.assign(one, { name: 'Dr. Musa' })],
    ['Location', (one) => Object.assign(one, { hoursOfOperation: [{ openingTime: '24:00' }] })],
    ['Patient', (one) => Object.assign(one, { gender: 'none' })],
  ])('catch a wrong %s', async (type, spoil) => {
    const [first] = await clinic.found(type)
    expect(faultsOf(first as FhirResource)).toEqual([])
    spoil(first as unknown as Record<string, unknown>)
    expect(faultsOf(first as FhirResource)).not.toEqual([])
  })
})

describe('a FHIR appointment', () => {
  it('shows when, where and with whom, and neither name nor complaint', async () => {
    const { body } = await clinic.get(`Appointment/${ids[0]}`)
    expect(body).toMatchObject({
      status: 'pending',
      serviceType: [{ text: 'Tooth Pain' }],
      start: '2030-03-05T10:00:00+01:00',
      end: '2030-03-05T10:30:00+01:00',
      minutesDuration: 30,
      participant: [
        { actor: { reference: expect.stringMatching(/^Patient\/[0-9a-f-]{36}$/) }, status: 'needs-action' },
        { actor: { reference: expect.stringMatching(/^Practitioner\/fct-/) } },
        { actor: { reference: 'Location/fct' } },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/Obi|ada\.obi|0803|234803/)
  })

  it.each<[string, string]>([
    ['pending', ''],
    ['booked', `status = 'confirmed'`],
    ['arrived', `status = 'confirmed', visit = 'arrived', arrived_at = now()`],
    ['checked-in', `status = 'confirmed', visit = 'in_chair', in_chair_at = now()`],
    ['fulfilled', `status = 'confirmed', visit = 'done', done_at = now()`],
    ['noshow', `status = 'confirmed', visit = 'no_show', no_show_at = now()`],
    ['waitlist', `status = 'confirmed', waiting_since = now(), channel = 'walk_in'`],
    ['cancelled', `status = 'cancelled'`],
  ])('is %s, by its own search and no other, and valid', async (status, change) => {
    await using own = await startFhir()
    const id = await own.booked()
    if (change !== '') await own.pool.query(`UPDATE appointments SET ${change}`)
    const { body } = await own.get(`Appointment/${id}`)
    expect([(body as FhirAppointment).status, faultsOf(body)]).toEqual([status, []])
    const all = ['pending', 'booked', 'arrived', 'checked-in', 'fulfilled', 'noshow', 'waitlist', 'cancelled']
    for (const each of all) {
      const found = await own.found(`Appointment?status=${each}`)
      expect([each, idsOf(found)]).toEqual([each, each === status ? [id] : []])
    }
  })

  it('of an erased person belongs to no one', async () => {
    await using own = await startFhir()
    const id = await own.booked()
    await own.pool.query(
      `INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
       VALUES ('00000000-0000-4000-8000-000000000000', 'Erased', '', '', '', '', '')`,
    )
    await own.pool.query(`UPDATE appointments SET patient_id = '00000000-0000-4000-8000-000000000000'`)
    const { body } = await own.get(`Appointment/${id}`)
    expect(JSON.stringify(body)).not.toContain('Patient/')
    expect(await own.get('Patient/00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 })
    expect(faultsOf(body)).toEqual([])
  })
})

describe('a search of FHIR appointments', () => {
  it.each<[string, number[]]>([
    ['', [0, 1, 2]],
    ['date=2030-03-05', [0, 1]],
    ['date=ge2030-03-05T10:30:00%2B01:00&date=lt2030-03-06', [1]],
    ['date=ne2030-03-05', [2]],
    ['actor=Location/lag', [2]],
    ['actor=Location/lag,Location/fct&date=gt2030-03-05', [2]],
    ['actor=Location/lag&actor=Location/fct', []],
    ['actor=Location/lag,Practitioner/nobody', [2]],
    ['actor=Practitioner/nobody,Patient/none', []],
    ['actor=Patient/none', []],
    ['actor=Patient/none,Location/fct&status=booked,booked,pending', [0, 1]],
    ['status=booked,pending&status=booked,pending,arrived', [0, 1, 2]],
    ['status=booked,pending', [0, 1, 2]],
    ['status=cancelled', []],
    ['_lastUpdated=lt2020', []],
    ['_sort=date&_id=no-id', []],
    ['location=lag', [2]],
    ['location=Location/lag,fct', [0, 1, 2]],
    ['location=http://localhost:3000/api/fhir/Location/lag', [2]],
    ['location=lag&actor=Location/fct', []],
    ['location=lag&location=fct', []],
    ['location=constructor', []],
    ['practitioner=nobody', []],
    ['practitioner=Practitioner/nobody,toString', []],
    ['patient=none', []],
    ['patient=none&location=fct', []],
    ['patient=Patient/00000000-0000-4000-8000-000000000001', []],
    ['identifier=nothing', []],
    ['identifier=urn:other%7Cx', []],
    ['_count=9999999999', [0, 1, 2]],
  ])('with %s finds those', async (query, wanted) => {
    expect(idsOf(await clinic.found(`Appointment?${query}`))).toEqual(wanted.map((i) => ids[i]))
  })

  it('by ids and by their patient finds those', async () => {
    expect(idsOf(await clinic.found(`Appointment?_id=${ids[2]},${ids[0]}`))).toEqual([ids[0], ids[2]])
    const first = (await clinic.get(`Appointment/${ids[1]}`)).body as FhirAppointment
    const patient = first.participant[0]?.actor.reference
    expect(idsOf(await clinic.found(`Appointment?actor=${patient}`))).toEqual([ids[1]])
    const address = `http://localhost:3000/api/fhir/${patient}`
    for (const one of [patient, patient?.split('/')[1], address, `${address},none`])
      expect([one, idsOf(await clinic.found(`Appointment?patient=${one}`))]).toEqual([one, [ids[1]]])
    const doctor = first.participant[1]?.actor.reference
    for (const one of [doctor, doctor?.split('/')[1]])
      expect(idsOf(await clinic.found(`Appointment?practitioner=${one}`))).toContain(ids[1])
    const [{ value = '' } = {}] = first.identifier
    for (const one of [value, `urn:enamel:reference%7C${value}`, value.toLowerCase()])
      expect(idsOf(await clinic.found(`Appointment?identifier=${one}`))).toEqual([ids[1]])
    expect(await clinic.found(`Appointment?identifier=%7C${value}`)).toEqual([])
  })

  it.each([
    'date=soon',
    'status=open',
    'actor=fct',
    'actor=Device/x',
    'date:missing=true',
    '_after=x',
    '_count=0',
  ])('with %s is refused, as an OperationOutcome', async (query) => {
    const { status, headers, body } = await clinic.get(`Appointment?${query}`)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/fhir+json'])
    expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'invalid' }] })
  })

  it.each([
    'Appointment?_sort=date',
    'Appointment?_sort=_lastUpdated',
    'Patient',
    'Practitioner',
    'Slot?start=2030-03-05',
  ])('%s comes in pages that lead on, each once, to the end', async (path) => {
    const whole = idsOf(await clinic.found(`${path}${path.includes('?') ? '&' : '?'}_count=100`))
    const seen: string[] = []
    let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}_count=2`
    while (next !== undefined) {
      const body = (await clinic.get(next)).body as FhirBundle
      seen.push(...(body.entry ?? []).map(({ resource }) => (resource as FhirResource).id))
      const url: string | undefined = body.link.find(({ relation }) => relation === 'next')?.url
      next = url?.slice(url.indexOf('/fhir/') + '/fhir/'.length)
      expect(body.total).toBeUndefined()
    }
    expect(seen.length).toBeGreaterThan(2)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(0, 100)).toEqual(whole)
  })

  it('by last change has what changed since, and nothing that only caused a message', async () => {
    await using own = await startFhir()
    const [one, two] = [await own.booked(), await own.booked({ start_time: '10:30' })]
    await own.pool.query(`UPDATE appointments SET updated_at = '2030-01-01'`)
    await own.pool.query(
      `UPDATE appointments SET told = '{}', caller = NULL, marks = '{over_limit}' WHERE id = $1`,
      [one],
    )
    await own.pool.query(`UPDATE appointments SET status = 'confirmed' WHERE id = $1`, [two])
    const { rows } = await own.pool.query(`SELECT updated_at AS at FROM appointments WHERE id = $1`, [two])
    const at = (rows[0].at as Date).toISOString()
    expect(idsOf(await own.found(`Appointment?_lastUpdated=${at}`))).toEqual([two])
    expect(idsOf(await own.found('Appointment?_lastUpdated=2030-01-01T00:00:00%2B00:00'))).toHaveLength(1)
  })

  it('repeats its parameters in its link', async () => {
    const { body } = await clinic.get('Appointment?status=pending&_format=json')
    expect((body as FhirBundle).link[0]?.url).toBe(
      'http://localhost:3000/api/fhir/Appointment?status=pending&_format=json&_count=20',
    )
  })
})

/** Parameters of R4 that narrow a search and aren't served, misspelt ones, and modifiers, by resource. */
const NOT_SERVED: Record<string, readonly string[]> = {
  Appointment: ['slot=Slot/x', 'Patient=x', 'patient.name=Ada', 'status:not=booked', 'patient:Patient=x'],
  Slot: ['_id=x', '_lastUpdated=ge2020', 'patient=x', 'schedule.actor=Location/fct', 'start:missing=true'],
  Schedule: ['practitioner=fct-musa', 'date=2030-03-05', 'active=true', 'actor:Practitioner=fct-musa'],
  Practitioner: ['name:exact=Musa', 'family=Musa', 'active=true', 'identifier=x', '_lastUpdated=ge2020'],
  Location: ['name:contains=Abuja', 'address=Abuja', 'near=1|1', 'status=active', 'organization=x'],
  Patient: ['name=Ada', 'family=Obi', 'birthdate=1990', 'phone=0803', 'email=a@b.c', '_has:x:y:z=1'],
}
const ANYWHERE = [
  'colour=red',
  'constructor=x',
  '__proto__=x',
  '_id:not=x',
  '_summary=count',
  '_elements=id',
  '_total=accurate',
  '_include=*',
  '_filter=x',
  '_text=x',
  '_count=0',
  '_count=-1',
  '_count=1.5',
  '_count=',
  '_count=1&_count=2',
  '_after=x&_after=x',
  '_sort=-date',
  '_sort=constructor',
  '_format=json&_format=json',
  `_after=${Buffer.from('[1e308]').toString('base64url')}`,
  `_after=${Buffer.from('[9007199254740993,"x"]').toString('base64url')}`,
  `_after=${Buffer.from('{"0":1}').toString('base64url')}`,
]

describe('a parameter that a search does not serve', () => {
  it.each(
    Object.entries(NOT_SERVED).flatMap(([type, own]) =>
      [...own, ...ANYWHERE].map((query) => `${type}?${query}`),
    ),
  )('is refused, as an OperationOutcome: %s', async (path) => {
    for (const handling of ['lenient', 'strict']) {
      const { status, body } = await clinic.get(path, { prefer: `handling=${handling}` })
      expect([status, (body as { resourceType: string }).resourceType]).toEqual([400, 'OperationOutcome'])
    }
  })

  it('is listed in the statement for none of the resources, and each listed one is served', async () => {
    const { body } = await clinic.get('metadata')
    const { resource } = (
      body as { rest: { resource: { type: string; searchParam: { name: string; type: string }[] }[] }[] }
    ).rest[0] ?? { resource: [] }
    const sample = (type: string, { name, type: kind }: { name: string; type: string }) => {
      if (kind === 'date') return 'ge2020'
      if (kind === 'reference' && name === 'actor') return 'Location/fct'
      if (name === 'status') return type === 'Slot' ? 'free' : 'booked'
      return 'x'
    }
    for (const { type, searchParam } of resource) {
      for (const one of searchParam) {
        const path = `${type}?${one.name}=${sample(type, one)}`
        expect([path, (await clinic.get(path)).status]).toEqual([path, 200])
      }
    }
  })
})

describe('an invalid value', () => {
  const IDS = [
    '0',
    'constructor',
    '__proto__',
    'toString',
    'x'.repeat(64),
    '00000000-0000-4000-8000-000000000000',
  ]
  const DAYS = [
    '2027-02-30',
    '2027-13-01',
    '0000-00-00',
    '99999-01-01',
    '99999',
    '2030-03-05T24:00Z',
    '1e308',
  ]

  it.each([
    ...DAYS.flatMap((day) => [
      `Appointment?date=${day}`,
      `Appointment?_lastUpdated=ge${day}`,
      `Slot?start=${day}`,
      `Patient?_lastUpdated=lt${day}`,
    ]),
    ...[
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'valueOf',
      'open',
      'booked,',
      ',',
      'BOOKED',
    ].flatMap((status) => [`Appointment?status=${status}`, `Slot?status=${status}`]),
    'Appointment?patient=',
    'Appointment?patient=Practitioner/x',
    'Appointment?patient=Patient/x/_history/1',
    'Appointment?patient=Ada%20Obi',
    'Appointment?patient=https://other.example/fhir/Patient/x',
    'Appointment?practitioner=Patient/x',
    'Appointment?location=Practitioner/x',
    'Appointment?actor=x',
    'Appointment?actor=Device/x',
    'Appointment?actor=constructor/x',
    'Appointment?identifier=',
    'Appointment?identifier=urn:enamel:reference%7C',
    'Appointment?_id=a%5C,b',
    'Slot?schedule=Location/fct',
    'Schedule?actor=fct-musa',
    'Schedule?actor=Patient/x',
    'Patient?identifier=a%00b',
    'Practitioner?name=%20',
  ])('is refused: %s', async (path) => {
    const { status, body } = await clinic.get(path)
    expect([status, (body as { resourceType: string }).resourceType]).toEqual([400, 'OperationOutcome'])
  })

  it.each([
    ...IDS.flatMap((id) =>
      ['Appointment', 'Slot', 'Schedule', 'Practitioner', 'Location', 'Patient'].map(
        (type) => `${type}/${id}`,
      ),
    ),
    'Slot/fct-musa.fct.20300332T1000',
    'Slot/fct-musa.fct.20300431T1000',
    'Slot/fct-musa.fct.20301301T1000',
    'Slot/fct-musa.fct.20300305T9999',
    'Slot/constructor.fct.20300305T1000',
  ])('is no resource: %s', async (path) => {
    const { status, body } = await clinic.get(path)
    expect([status, (body as { resourceType: string }).resourceType]).toEqual([404, 'OperationOutcome'])
  })
})

describe('a FHIR read', () => {
  it('is a 304 for a client that has it, until it changes', async () => {
    await using own = await startFhir()
    const path = `Appointment/${await own.booked()}`
    const first = await own.get(path)
    const etag = first.headers.get('etag') ?? ''
    const date = first.headers.get('last-modified') ?? ''
    expect(etag).toBe(`W/"${first.body.meta.versionId}"`)
    expect(Date.parse(date)).toBeGreaterThan(0)
    expect(await own.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, body: null })
    expect(await own.get(path, { 'if-modified-since': date })).toMatchObject({ status: 304 })
    await own.pool.query(`UPDATE appointments SET status = 'confirmed'`)
    const second = await own.get(path, { 'if-none-match': etag, 'if-modified-since': date })
    expect([second.status, second.body.status]).toEqual([200, 'booked'])
  })

  it('of a missing resource is a 404', async () => {
    for (const path of [
      'Appointment/x',
      `Appointment/${ids[0]?.replace(/.$/, 'x')}`,
      'Slot/x',
      'Nothing/1',
      'Patient/1',
    ])
      expect([path, await clinic.get(path)]).toMatchObject([
        path,
        { status: 404, body: { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] } },
      ])
  })

  it('comes as JSON alone', async () => {
    expect(await clinic.get('Location/fct', { accept: 'application/fhir+xml' })).toMatchObject({
      status: 406,
    })
    expect(await clinic.get('Location/fct?_format=xml')).toMatchObject({ status: 406 })
    expect(await clinic.get('Location/fct?_format=json', { accept: 'text/xml' })).toMatchObject({
      status: 200,
    })
  })
})

describe('FHIR slots', () => {
  it('are free where a patient could book, and busy elsewhere', async () => {
    const one = only(await clinic.found(`Appointment?_id=${ids[0]}`)) as FhirAppointment
    const doctor = one.participant[1]?.actor.reference.split('/')[1]
    const slots = (await clinic.found(
      `Slot?schedule=Schedule/${doctor}.fct&start=2030-03-05&_count=100`,
    )) as FhirSlot[]
    expect(slots.find(({ start }) => start === one.start)).toMatchObject({
      id: `${doctor}.fct.20300305T1000`,
      status: 'busy',
    })
    const { body } = await clinic.call(
      'GET',
      `/api/availability?location=fct&from=2030-03-05&to=2030-03-05&doctorId=${doctor}`,
    )
    const [day] = body.data as { slots: string[] }[]
    const free = slots.filter(({ status }) => status === 'free').map(({ start }) => start.slice(11, 16))
    expect(free).toEqual(day?.slots)
    expect(free.length).toBeGreaterThan(3)
    expect(
      idsOf(await clinic.found(`Slot?schedule=Schedule/${doctor}.fct&start=2030-03-05&status=busy`)),
    ).toEqual(idsOf(slots.filter(({ status }) => status === 'busy')))
    const read = await clinic.get(`Slot/${slots[0]?.id}`)
    expect(read).toMatchObject({ status: 200, body: { id: slots[0]?.id } })
  })

  it('are in the future, within the bookable days, and at most 31 at once', async () => {
    expect(await clinic.found('Slot?start=2020-01-01')).toEqual([])
    expect(await clinic.found('Slot?start=2035-01-01')).toEqual([])
    expect(await clinic.get('Slot?start=ge2030-03-05&start=lt2030-05-05')).toMatchObject({ status: 400 })
    const slots = (await clinic.found('Slot?_count=100')) as FhirSlot[]
    expect(slots.every(({ start }) => start >= '2030-03-04T07:00')).toBe(true)
  })
})

describe('a FHIR doctor or location', () => {
  it.each([
    ['Practitioner?name=mus', ['fct-musa']],
    ['Practitioner?name=MÚSA', ['fct-musa']],
    ['Practitioner?name=usa', []],
    ['Practitioner?name=.*', []],
    ['Practitioner?name=nobody,musa', ['fct-musa']],
    ['Practitioner?name=musa&name=nobody', []],
    ['Location?name=lagos', ['lag']],
    ['Location?name=constructor', []],
  ])('is found by the beginning of a word of its name: %s', async (path, wanted) => {
    expect(idsOf(await clinic.found(path))).toEqual(wanted)
  })
})

describe('a FHIR patient', () => {
  it('has names and contacts, and is found by the clinic’s number', async () => {
    await using own = await startFhir()
    const { id } = await storeRegistered(own.pool, { clinicId: 'CLN-7', rawId: '7' })
    const found = only(await own.found('Patient?identifier=urn:enamel:clinic-id%7Ccln-7')) as FhirPatient
    expect(found).toMatchObject({
      id,
      identifier: [{ value: 'CLN-7' }],
      name: [{ text: expect.any(String) }],
    })
    expect(faultsOf(found)).toEqual([])
    expect(await own.found('Patient?identifier=urn:other%7CCLN-7')).toEqual([])
  })

  it('counts as changed after a correction', async () => {
    await using own = await startFhir()
    await own.booked()
    const before = only(await own.found('Patient')) as FhirPatient
    await own.pool.query(`UPDATE patients SET address = 'Abuja'`)
    const after = only(await own.found('Patient'))
    expect(after.meta?.versionId).not.toBe(before.meta?.versionId)
  })
})

describe('an API key for FHIR', () => {
  it('without fhir.patient reads no patient, and without fhir.read nothing else', async () => {
    const plain = await clinic.key(['fhir.read'])
    const people = await clinic.key(['fhir.patient'])
    const forbidden = {
      status: 403,
      body: { resourceType: 'OperationOutcome', issue: [{ code: 'forbidden' }] },
    }
    expect(await clinic.get('Patient', {}, plain)).toMatchObject(forbidden)
    expect(await clinic.get('Patient', {}, people)).toMatchObject({ status: 200 })
    expect(await clinic.get('Appointment', {}, people)).toMatchObject(forbidden)
    expect(await clinic.get('Appointment', {}, clinic.admin.token)).toMatchObject({
      status: 401,
      body: { issue: [{ code: 'login' }] },
    })
    expect(await clinic.get('metadata', {}, 'nobody')).toMatchObject({ status: 200 })
  })

  it('of one location reads that one alone, whatever it asks for', async () => {
    const lag = await clinic.key(['fhir.read', 'fhir.patient'], ['lag'])
    expect(idsOf(await clinic.found('Appointment', lag))).toEqual([ids[2]])
    expect(await clinic.found(`Appointment?_id=${ids[0]}`, lag)).toEqual([])
    expect(await clinic.found('Appointment?actor=Location/fct', lag)).toEqual([])
    expect(await clinic.found('Appointment?location=fct', lag)).toEqual([])
    expect(await clinic.found('Appointment?location=fct&_sort=_lastUpdated', lag)).toEqual([])
    const [elsewhere] = (await clinic.found('Appointment?location=fct')) as FhirAppointment[]
    const theirs = [
      `patient=${elsewhere?.participant[0]?.actor.reference}`,
      `practitioner=${elsewhere?.participant[1]?.actor.reference}`,
      `identifier=${elsewhere?.identifier[0]?.value}`,
    ]
    for (const query of theirs) {
      expect(await clinic.found(`Appointment?${query}`)).not.toEqual([])
      expect(await clinic.found(`Appointment?${query}`, lag)).toEqual([])
    }
    expect(await clinic.found('Practitioner?name=musa', lag)).toEqual([])
    expect(idsOf(await clinic.found('Appointment?actor=Location/fct,Location/lag', lag))).toEqual([ids[2]])
    expect(await clinic.found('Appointment?actor=Location/fct,Practitioner/nobody', lag)).toEqual([])
    expect(await clinic.found(`Appointment?_sort=_lastUpdated&_id=${ids[0]}`, lag)).toEqual([])
    expect(await clinic.get(`Appointment/${ids[0]}`, {}, lag)).toMatchObject({ status: 404 })
    expect(idsOf(await clinic.found('Location', lag))).toEqual(['lag'])
    expect(await clinic.found('Patient', lag)).toHaveLength(1)
    const [stranger] = (await clinic.found('Appointment?actor=Location/fct')) as FhirAppointment[]
    const patient = stranger?.participant[0]?.actor.reference
    expect(await clinic.get(`${patient}`, {}, lag)).toMatchObject({ status: 404 })
    for (const type of ['Schedule', 'Slot'])
      for (const { id } of await clinic.found(`${type}?_count=100`, lag)) expect(id).toContain('.lag')
    const [own] = await clinic.found('Slot?schedule=Schedule/fct-musa.fct')
    expect(await clinic.get(`Slot/${own?.id}`, {}, lag)).toMatchObject({ status: 404 })
  })

  it('has its reads audited', async () => {
    await using own = await startFhir()
    const id = await own.booked()
    await own.found('Appointment?date=2030-03-05')
    await own.found('Appointment?patient=Ada-Obi&location=fct&status=booked,pending')
    await own.get(`Appointment/${id}`)
    const patient = only(await own.found('Patient'))
    await own.get(`Patient/${patient.id}`)
    const { rows } = await own.pool.query(
      `SELECT action, subject_id AS subject, details FROM audit_log WHERE details ? 'key' ORDER BY id`,
    )
    expect(rows).toMatchObject([
      { action: 'appointments.listed', details: { ids: [id], fhir: 'date=2030-03-05' } },
      // No free text stays there.
      {
        action: 'appointments.listed',
        details: { fhir: 'patient= location=fct status=booked,pending' },
      },
      { action: 'appointment.read', subject: id, details: { patient: patient.id } },
      { action: 'patients.searched', details: { patients: [patient.id] } },
      { action: 'patient.read', subject: patient.id },
    ])
  })
})

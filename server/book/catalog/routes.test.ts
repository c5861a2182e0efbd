import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { doctorsAnswer } from '../../platform/http/clinic-codes.ts'
import { syncCatalog } from './sync.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())

const names = (body: Record<string, unknown>) => (body.data as { name: string }[]).map(({ name }) => name)

describe('the services', () => {
  it('are those of one type, in the order of the configuration', async () => {
    const { status, body } = await clinic.call('PUT', '/api/fetch/services', {
      location: 'fct',
      type: 'consultation',
    })
    expect(status).toBe(200)
    expect(names(body)).toEqual([
      'Consultation',
      'Routine Check-Up',
      'Tooth Pain',
      'Bleeding in the gum',
      'Other',
    ])
  })

  it.each([
    [{ location: 'nowhere' }, 'location'],
    [{ location: 'fct', type: 'surgery' }, 'type'],
    [{}, 'location'],
  ])('of the type %j are refused', async (body, field) => {
    const answer = await clinic.call('PUT', '/api/fetch/services', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveProperty(field)
  })

  it.each([null, 'mars', ''])('of the location %j get the message about locations', async (location) => {
    const { status, body } = await clinic.call('PUT', '/api/fetch/services', { location })
    expect([status, body.errors]).toEqual([
      400,
      { location: 'Selected location not valid, please refresh and try again!' },
    ])
  })
})

describe('the doctors', () => {
  it('are those of a location, in any spelling', async () => {
    const { body } = await clinic.call('PATCH', '/api/fetch/doctors', { location: 'Lagos' })
    expect(body.data).toEqual([
      { id: 'lag-adeyemi', name: 'Dr. Tunde Adeyemi', department: 'General Dentistry' },
      { id: 'lag-balogun', name: 'Dr. Kemi Balogun', department: 'Orthodontics' },
    ])
  })

  it('include the hours of their own that they have there', () => {
    const hours = [[], [{ from: '10:00', to: '12:00' }], [], [], [], [], []]
    const doctors = clinicConfig.doctors.map((doctor) =>
      doctor.id === 'fct-musa' ? { ...doctor, openingHours: { lag: hours } } : doctor,
    )
    const asked = (code: string) =>
      doctorsAnswer({ ...clinicConfig, doctors }, code).data.find(({ id }) => id === 'fct-musa')
    expect(asked('lag')?.openingHours).toEqual(hours)
    expect(asked('fct')).not.toHaveProperty('openingHours')
  })
})

describe('a changed configuration', () => {
  it('deactivates what it no longer lists, and keeps it for old appointments', async () => {
    await clinic.book({ doctor_id: 'fct-musa' })
    const db = clinic.database.pool
    const changed = { ...clinicConfig, doctors: clinicConfig.doctors.filter(({ id }) => id !== 'fct-musa') }
    await syncCatalog(db, changed)
    const activity = async () => {
      const { rows } = await clinic.database.pool.query(`SELECT active FROM doctors WHERE id = 'fct-musa'`)
      return rows
    }
    expect(await activity()).toEqual([{ active: false }])
    expect(await clinic.count('appointments')).toBe(1)
    await syncCatalog(db, clinicConfig)
    expect(await activity()).toEqual([{ active: true }])
  })

  it('may list no doctors and no services at all', async () => {
    await syncCatalog(clinic.database.pool, { ...clinicConfig, doctors: [], services: [] })
    const { rows } = await clinic.database.pool.query('SELECT count(*)::int AS n FROM doctors WHERE active')
    expect(rows).toEqual([{ n: 0 }])
  })
})

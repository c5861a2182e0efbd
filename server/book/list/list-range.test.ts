import { beforeAll, describe, expect, it } from 'vitest'
import { clinicWithList } from './list.fixture.ts'

const at = clinicWithList()
const { list, book, turnClock, empty, setStatus } = at

describe('a range of days that is listed whole', () => {
  const references: string[] = []
  const range = (query: string, more = '') => list(`fct?all=1&${query}${more}`)

  beforeAll(async () => {
    await empty()
    await turnClock('2030-03-04T08:00:00+01:00')
    for (const [appointment_date, start_time] of [
      ['2030-03-06', '09:00'],
      ['2030-03-05', '16:00'],
      ['2030-03-05', '09:00'],
      ['2030-03-08', '10:00'],
    ] as const) {
      references.push(await book({ appointment_date, start_time }))
    }
    await setStatus(await book({ appointment_date: '2030-03-05', start_time: '11:00' }), 'cancelled')
    await book({ appointment_date: '2030-03-05', start_time: '10:00', location: 'lag' })
  })

  it('has all rows by time, past ones too, and no cancelled one', async () => {
    await turnClock('2030-03-06T08:00:00+01:00')
    const [late, four, nine] = references
    const answer = await range('from=2030-03-05&to=2030-03-06', '&limit=1&page=2')
    expect(answer).toMatchObject({
      status: 200,
      references: [nine, four, late],
      paging: { page: 1, total: 3, totalPages: 1 },
    })
    expect((await range('from=2030-03-05&to=2030-03-06', '&status=0')).references).toEqual([])
    expect((await list('all?all=1&from=2030-03-05&to=2030-03-05')).rows).toHaveLength(3)
  })

  it('may be empty', async () => {
    expect(await range('from=2030-04-01&to=2030-04-30')).toMatchObject({ rows: [], paging: { total: 0 } })
  })

  it.each([
    { what: 'no first day', query: 'to=2030-03-05', field: 'from' },
    { what: 'no last day', query: 'from=2030-03-05', field: 'to' },
    { what: '32 days', query: 'from=2030-03-01&to=2030-04-01', field: 'to' },
    { what: 'a last day before the first', query: 'from=2030-03-05&to=2030-03-04', field: 'to' },
  ])('is refused with $what: 400', async ({ query, field }) => {
    expect(await range(query)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { [field]: expect.any(String) } },
    })
  })

  it('covers at most 31 days, and no search', async () => {
    expect((await range('from=2030-03-01&to=2030-03-31')).status).toBe(200)
    expect(await list('fct?all=1&from=2030-03-01&to=2030-03-31', 'Ada')).toMatchObject({
      status: 400,
      body: { errors: { search: expect.any(String) } },
    })
  })

  it('is refused with a message above 2,000 rows', async () => {
    const more = (rows: number) =>
      at.clinic.database.pool.query(
        `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                                   appointment_type, complaint, starts_at, ends_at)
         SELECT gen_random_uuid(), left(md5(n::text), 8), patient_id, doctor_id, doctor_chosen, location, service_text,
                appointment_type, complaint, '2031-01-01T00:00:00Z'::timestamptz + n * interval '10 minutes',
                '2031-01-01T00:00:00Z'::timestamptz + (n + 1) * interval '10 minutes'
         FROM appointments a, generate_series($1::int, $2::int) n
         WHERE a.id = (SELECT id FROM appointments WHERE location = 'fct' ORDER BY starts_at LIMIT 1)`,
        rows === 1 ? [2_000, 2_000] : [0, rows - 1],
      )
    await more(2_000)
    const january = 'from=2031-01-01&to=2031-01-31'
    expect((await range(january)).rows).toHaveLength(2_000)
    await more(1)
    expect(await range(january)).toMatchObject({
      status: 400,
      body: { code: 'too_many_rows', message: expect.stringContaining('fewer days') },
    })
    expect((await range('from=2031-01-01&to=2031-01-01')).rows).toHaveLength(138)
    await at.clinic.database.pool.query(`DELETE FROM appointments WHERE starts_at > '2031-01-01'`)
  })
})

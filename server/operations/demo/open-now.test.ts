import { expect, it } from 'vitest'
import config from '../../../clinic.config.ts'
import { parseClinic } from '../../../contract/clinic-config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { syncCatalog } from '../../book/catalog/sync.ts'
import { demoClinic } from './demo-clinic.ts'
import { openNow } from './open-now.ts'
import { seedDemo } from './seed.ts'

it.each([
  ['Tuesday morning', '2030-03-05T10:42:00+01:00', 2, '09:00', '17:00'],
  ['Tuesday night', '2030-03-05T23:26:00+01:00', 2, '09:00', '24:00'],
  ['before dawn', '2030-03-05T03:10:00+01:00', 2, '00:00', '17:00'],
  ['Sunday, which is closed', '2030-03-10T10:42:00+01:00', 0, '09:00', '17:00'],
])(
  'the demonstration is open on %s, with matching hours on a doctor’s page and at the server',
  (_, at, weekday, from, to) => {
    const demo = parseClinic(openNow(demoClinic(config), new Date(at)))
    const abuja = demo.locations.find(({ code }) => code === 'fct')
    expect(abuja?.openingHours[weekday]).toEqual([{ from, to }])
    const musa = demo.doctors.find(({ id }) => id === 'fct-musa')
    expect(musa?.openingHours?.fct).toEqual(abuja?.openingHours)
  },
)

it.each(['2030-03-05T10:42:00+01:00', '2030-03-05T21:35:00+01:00', '2030-03-10T13:40:00+01:00'])(
  'the demonstration at %s has patients waiting, in the chair, done, missed and to come',
  async (at) => {
    const demo = openNow(demoClinic(config), new Date(at))
    await using enamel = await startClinic({ now: at, clinic: demo })
    const { pool } = enamel.database
    await syncCatalog(pool, demo)
    await seedDemo(pool, demo, enamel.clock.now)
    const { rows } = await pool.query(
      `SELECT DISTINCT CASE WHEN visit IS NOT NULL THEN visit WHEN ends_at <= $1 THEN 'outcome'
                          WHEN starts_at > $1 THEN status ELSE 'late' END AS state
     FROM appointments
     WHERE location = 'fct' AND waiting_since IS NULL AND (starts_at AT TIME ZONE 'Africa/Lagos')::date = ($1::timestamptz AT TIME ZONE 'Africa/Lagos')::date
     ORDER BY 1`,
      [enamel.clock.now],
    )
    expect(rows.map(({ state }) => state)).toEqual([
      'arrived',
      'confirmed',
      'done',
      'in_chair',
      'no_show',
      'open',
      'outcome',
    ])
  },
)

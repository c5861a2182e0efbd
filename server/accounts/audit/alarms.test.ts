import { afterEach, describe, expect, it } from 'vitest'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'
import { mailParts } from '../../../tests/support/mail-server.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { type AlarmKind, raiseAlarm, watchBackups } from './alarms.ts'
import { MANY_PATIENTS, MANY_SHOWN } from './mass-reads.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
afterEach(() => clinic[Symbol.asyncDispose]())

async function start(limits = false) {
  clinic = await startClinicWithMail({ limits })
  const admin = await clinic.signedIn()
  await storeStaff(clinic.pool, { username: 'chidi' })
  await storeStaff(clinic.pool, { username: 'bola', type: 'staff', password: 'a quiet heron at dawn' })
  return admin
}

const alarms = async () => {
  await clinic.afterwards.settled()
  const { rows } = await clinic.pool.query(
    `SELECT action, subject_id AS about, details FROM audit_log WHERE action LIKE 'alarm.%' ORDER BY id`,
  )
  return rows
}

/** Of patients who share no record. */
async function appointments(count: number, startsAt: string) {
  const first = new Date(startsAt).getTime()
  for (let n = 0; n < count; n += 1) {
    await storeAppointment(clinic.pool, { startsAt: new Date(first + n * 1_800_000) })
  }
}

const list = (path: string, bearer: Record<string, string>, body: object = {}) =>
  clinic.call('POST', `/api/appointments/${path}`, body, bearer)

describe('an alarm', () => {
  it('goes to each active admin, once an hour about the same person', async () => {
    const { id } = await start()
    await clinic.pool.query(
      `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, disabled_at)
       VALUES (gen_random_uuid(), 'gone', 'gone@example.com', 'gone@example.com', 'A', 'B', 'admin', now())`,
    )
    const raised = await Promise.all([
      raiseAlarm(clinic.pool, { kind: 'export', about: id }),
      raiseAlarm(clinic.pool, { kind: 'export', about: id }),
    ])
    expect(raised.toSorted()).toEqual([false, true])
    expect(await clinic.deliver()).toEqual(['sent', 'sent'])
    expect(clinic.received.map(({ to }) => to.join()).toSorted()).toEqual([
      'ada@example.com',
      'chidi@example.com',
    ])
    const [text] = mailParts(clinic.received[0]!.raw).map(({ content }) => content)
    expect(text).toContain('Ada Obi (ada) has saved a list of appointments as a file.')
    expect(text).toContain('https://book.example.com/audit')
  })

  it.each<[AlarmKind, string, string]>([
    ['failed_sign_ins', 'failed within an hour for the account of Ada Obi (ada)', '/audit'],
    ['mass_reads', 'different patients within an hour', '/audit'],
    ['new_admin', 'Ada Obi (ada) is now an administrator', '/staff'],
    ['flood', 'far more than usual: 70 appointments', '/recent-bookings'],
    ['backup_old', 'The last backup is 30 hours old', '/audit'],
    [
      'webhook_off',
      'The webhook to hooks.example.com was turned off after 50 failed tries in a row',
      '/webhooks',
    ],
  ])('about %s has its own text, and a page', async (kind, words, page) => {
    const { id } = await start()
    const details = { hours: 30, moreThan: 15, patients: 300, bookings: 70, name: 'hooks.example.com' }
    await raiseAlarm(clinic.pool, { kind, about: id, details })
    await clinic.deliver()
    const text = mailParts(clinic.received[0]!.raw)[0]?.content.replaceAll(/\s+/g, ' ')
    expect(text).toContain(words)
    expect(text).toContain(`https://book.example.com${page} `)
  })

  it('about a new admin goes to all other admins', async () => {
    const { id } = await start()
    await raiseAlarm(clinic.pool, { kind: 'new_admin', about: id })
    await clinic.deliver()
    expect(clinic.received.map(({ to }) => to.join())).toEqual(['chidi@example.com'])
  })
})

describe('mass reads', () => {
  it('on a day of work raise no alarm', async () => {
    const { bearer } = await start()
    await appointments(MANY_PATIENTS + 1, '2030-03-04T08:00:00Z')
    for (const days of ['from=2030-02-25&to=2030-03-07', 'from=2030-03-08&to=2030-03-18']) {
      expect((await list(`all?all=1&${days}`, bearer)).status).toBe(200)
    }
    expect(await alarms()).toEqual([])
  })

  it('of days beyond the next two weeks raise one, when unattended too', async () => {
    const { bearer, id } = await start()
    await appointments(MANY_PATIENTS + 1, '2030-03-19T08:00:00Z')
    await list('all?all=1&from=2030-03-19&to=2030-04-10', { ...bearer, 'x-unattended': '1' })
    expect(await alarms()).toEqual([
      { action: 'alarm.mass_reads', about: id, details: { by: 'server', patients: MANY_PATIENTS + 1 } },
    ])
  })

  it('by searching, a page at a time, raise one too', async () => {
    const { bearer } = await start()
    await appointments(MANY_PATIENTS + 1, '2030-03-04T08:00:00Z')
    for (const page of [1, 2]) await list(`all?limit=100&page=${page}`, bearer, { search: 'obi' })
    expect(await alarms()).toEqual([])
    await list('all?limit=100&page=3', bearer, { search: 'obi' })
    expect(await alarms()).toMatchObject([{ action: 'alarm.mass_reads' }])
  })

  /* Names of three syllables: two letters mean 144 people, four 12, six one. */
  const SYLLABLES = ['ba', 'be', 'bo', 'da', 'de', 'do', 'ka', 'ke', 'ko', 'ma', 'me', 'mo']
  const pairs = SYLLABLES.flatMap((one) => SYLLABLES.map((other) => one + other))
  const storePeople = () =>
    clinic.pool.query(
      `INSERT INTO patients (id, verified, clinic_id, raw_id, first_name, last_name, email, phone, email_key, address)
       SELECT gen_random_uuid(), true, name, name, 'ada', name, '', '', '', '' FROM unnest($1::text[]) AS name`,
      [pairs.flatMap((pair) => SYLLABLES.map((end) => pair + end))],
    )
  const find = async (search: string, bearer: Record<string, string>) => {
    const { status, body } = await clinic.call('POST', '/api/patients/search', { search }, bearer)
    expect(status).toBe(200)
    return (body.data as { id: string }[]).map(({ id }) => id)
  }

  it('at a busy desk that types forty names letter by letter raise none', async () => {
    const { bearer } = await start()
    await storePeople()
    const shown = new Set<string>()
    for (const pair of pairs.filter((_, at) => at % 3 === 0).slice(0, 40)) {
      for (const typed of [2, 3, 4, 5, 6]) {
        for (const id of await find(`${pair}ba`.slice(0, typed), bearer)) shown.add(id)
      }
    }
    expect(shown.size).toBeGreaterThan(MANY_PATIENTS)
    expect(await alarms()).toEqual([])
  })

  it.each<[string, (pair: string) => string[]]>([
    ['goes through the beginnings of names', (pair) => [pair]],
    ['does so with a letter too many behind each', (pair) => [pair, `${pair}x`]],
    ['looks at each beginning twice', (pair) => [pair, `${pair}ba`, pair]],
  ])('of somebody who %s raise one', async (_, searches) => {
    const { bearer, id } = await start()
    await storePeople()
    const seen = new Set<string>()
    for (const pair of pairs.slice(0, 30)) {
      for (const search of searches(pair)) for (const hit of await find(search, bearer)) seen.add(hit)
    }
    expect(seen.size).toBeGreaterThan(MANY_PATIENTS)
    expect(await alarms()).toMatchObject([{ action: 'alarm.mass_reads', about: id }])
  })

  it('hidden behind existing names raise one as well, after a thousand', async () => {
    const { bearer, id } = await start()
    await storePeople()
    const seen = new Set<string>()
    for (const pair of pairs) {
      for (const search of [pair, `${pair}mo`]) for (const hit of await find(search, bearer)) seen.add(hit)
      if (seen.size < MANY_SHOWN) expect(await alarms()).toEqual([])
      if (seen.size > MANY_SHOWN) break
    }
    expect(await alarms()).toMatchObject([
      { action: 'alarm.mass_reads', about: id, details: { patients: seen.size } },
    ])
  })

  it('by an export raise one by themselves', async () => {
    const { bearer } = await start()
    await appointments(MANY_PATIENTS + 1, '2030-03-04T08:00:00Z')
    const answer = await clinic.app.request(
      '/api/appointments/all/export',
      {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: '{}',
      },
      {},
    )
    await answer.text()
    await expect
      .poll(async () => (await alarms()).map(({ action }) => action))
      .toEqual(['alarm.export', 'alarm.mass_reads'])
    const { rows } = await clinic.pool.query(
      `SELECT details FROM audit_log WHERE action = 'appointments.export_ended'`,
    )
    expect(rows).toEqual([{ details: { rows: MANY_PATIENTS + 1, patients: MANY_PATIENTS + 1 } }])
  })
})

it('many refused sign-ins of an account raise an alarm, from any number of addresses', async () => {
  await start(true)
  for (let n = 0; n <= 15; n += 1) {
    const body = { username: 'bola', password: `wrong ${n}` }
    const answer = await clinic.call('POST', '/api/auth/signin', body, {}, `10.0.${n}.1`)
    expect(answer.status).toBe(401)
  }
  const { rows } = await clinic.pool.query(`SELECT id FROM staff WHERE username = 'bola'`)
  await expect
    .poll(alarms)
    .toEqual([
      { action: 'alarm.failed_sign_ins', about: rows[0].id, details: { by: 'server', moreThan: 15 } },
    ])
})

it.each([
  ['none was ever made here', null, 0],
  ['the last one is a day old', 24, 0],
  ['the last one is older', 27, 1],
])('a late backup raises an alarm or not: %s', async (_, hours, count) => {
  await start()
  if (hours !== null) {
    await clinic.pool.query(
      `INSERT INTO audit_log (at, action, subject_kind, subject_id)
       VALUES (now() - make_interval(hours => $1), 'backup.taken', 'backup', 'x')`,
      [hours],
    )
  }
  await watchBackups(clinic.pool)
  await watchBackups(clinic.pool)
  expect(await alarms()).toHaveLength(count)
})

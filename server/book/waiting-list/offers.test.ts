import { describe, expect, it } from 'vitest'
import { clinicWithWaiting, races } from './waiting-list.fixture.ts'

const at = clinicWithWaiting()
const starts = async (id: string) => {
  const [row] = await at.rows<{ start: Date; doctor: string }>(
    'SELECT starts_at AS start, doctor_id AS doctor FROM appointments WHERE id = $1',
    [id],
  )
  return row
}
const TEN = new Date('2030-03-05T10:00:00+01:00')
const ended = async () =>
  (await at.rows<{ ended_as: string }>('SELECT ended_as FROM freed_times')).map((row) => row.ended_as)

/** Four people wait, and on Tuesday 10:00 becomes free. */
async function freed() {
  const gone = await at.visit('05', '10:00')
  const waiting: string[] = []
  for (const time of ['09:00', '09:30', '10:00', '10:30']) waiting.push(await at.visit('07', time))
  await at.waitFor(...waiting)
  await at.cancel(gone)
  return waiting as [string, string, string, string]
}

describe('a freed slot', () => {
  it('is offered to the three who have waited longest, and goes to one of them', async () => {
    const [first, second, third] = await freed()
    const offers = await at.sweep()
    expect(offers.map(({ appointmentId }) => appointmentId)).toEqual([first, second, third])
    expect(offers.map(({ startsAt, doctorId }) => [startsAt, doctorId])).toEqual(
      Array(3).fill([TEN, 'fct-musa']),
    )

    const outcomes = await Promise.all(offers.map((offer) => at.claim(offer)))
    const won = outcomes.findIndex(({ kind }) => kind === 'claimed')
    expect(outcomes.filter(({ kind }) => kind === 'gone')).toHaveLength(2)
    expect(outcomes[won]).toMatchObject({
      data: { appointment_date: '2030-03-05T10:00:00+01:00', doctor: { id: 'fct-musa' } },
    })
    const winner = [first, second, third][won] ?? ''
    expect(await starts(winner)).toEqual({ start: TEN, doctor: 'fct-musa' })
    expect((await at.offers()).map(({ claimedAt }) => claimedAt !== null)).toEqual(
      [0, 1, 2].map((i) => i === won),
    )
    const entries = await at.rows('SELECT appointment_id FROM waiting_entries WHERE ended_as IS NOT NULL')
    expect(entries).toEqual([{ appointment_id: winner }])
    expect(await at.rows("SELECT staff_id FROM audit_log WHERE action LIKE 'appointment.moved%'")).toEqual([
      { staff_id: null },
    ])
  })

  it('is offered to the next when no one has taken it, each round after half an hour, and then no more', async () => {
    const waiting = await freed()
    expect(await at.sweep()).toHaveLength(3)
    at.now('08:29')
    expect(await at.sweep()).toHaveLength(3)
    at.now('08:31')
    const offers = await at.sweep()
    expect(offers[3]?.appointmentId).toBe(waiting[3])
    expect(await ended()).toEqual([null])
    at.now('09:02')
    expect(await at.sweep()).toHaveLength(4)
    expect(await ended()).toEqual(['untaken'])
    expect(await at.rows('SELECT kind, appointment_id FROM todos ORDER BY appointment_id')).toEqual(
      waiting
        .slice(0, 3)
        .toSorted()
        .map((id) => ({ kind: 'offer_not_taken', appointment_id: id })),
    )
  })

  it('ends after three rounds', async () => {
    const gone = await at.visit('05', '10:00')
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30']
    const waiting: string[] = []
    for (const time of times) waiting.push(await at.visit('07', time))
    await at.waitFor(...waiting)
    await at.cancel(gone)
    for (const time of ['08:01', '08:32', '09:03', '09:34', '10:05']) {
      at.now(time)
      await at.sweep()
    }
    expect(await at.offers()).toHaveLength(9)
    expect(await ended()).toEqual(['untaken'])
  })

  it('is no longer offered once somebody has it', async () => {
    await freed()
    await at.sweep()
    await at.visit('05', '10:00')
    at.now('08:31')
    expect(await at.sweep()).toHaveLength(3)
    expect(await ended()).toEqual(['over'])
  })

  it.each([
    ['three and a half hours ahead', '11:30', []],
    ['four hours ahead', '12:00', ['12:00']],
  ])('for %s: %s is offered as %j', async (_, time, expected) => {
    const gone = await at.visit('04', time)
    await at.waitFor(await at.visit('07', '09:00'))
    at.now('08:00')
    await at.cancel(gone)
    const offers = await at.sweep()
    expect(offers.map(({ startsAt }) => startsAt.toISOString())).toEqual(
      expected.map((each) => new Date(`2030-03-04T${each}:00+01:00`).toISOString()),
    )
  })

  it('waits for the morning at night', async () => {
    const gone = await at.visit('05', '14:00')
    await at.waitFor(await at.visit('07', '09:00'))
    at.now('21:00')
    await at.signIn()
    await at.cancel(gone)
    expect(await at.sweep()).toEqual([])
    at.now('08:00', '05')
    expect(await at.sweep()).toHaveLength(1)
  })

  it('under a deleted blocker is offered to each as a slot of their own', async () => {
    const blocker = {
      description: 'Training',
      type: 'One Time',
      startDateTime: '2030-03-06T09:00:00+01:00',
      endDateTime: '2030-03-06T17:00:00+01:00',
      recurringDays: [],
      recurringDates: [],
      selectedMonth: null,
      location: 'fct',
      doctorId: 'fct-musa',
    }
    const admin = await at.clinic.signedIn()
    const { body } = await at.clinic.call('POST', '/api/blockers', blocker, admin.bearer)
    await at.waitFor(await at.visit('07', '09:00'), await at.visit('07', '09:30'))
    const { id } = body.data as { id: string }
    await at.clinic.call('DELETE', `/api/blockers/${id}`, undefined, admin.bearer)
    const offers = await at.sweep()
    expect(offers.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2030-03-06T08:00:00.000Z',
      '2030-03-06T08:30:00.000Z',
    ])
    for (const offer of offers) expect(await at.claim(offer)).toMatchObject({ kind: 'claimed' })
    at.now('08:31')
    await at.sweep()
    expect(await ended()).toContain('taken')
  })

  it('is not offered to its former patient', async () => {
    const mine = await at.visit('05', '10:00')
    await at.waitFor(mine)
    const move = { appointment_date: '2030-03-06', start_time: '11:00' }
    await at.clinic.call('PATCH', `/api/appointments/${mine}`, { move }, at.bearer)
    expect(await at.sweep()).toEqual([])
  })

  it('is offered to one person twice a day at most, for any of their appointments', async () => {
    const same = { email: 'same@example.com', phone_number: '0803 999 0000' }
    const [eight, nine, ten] = [
      await at.visit('05', '10:00'),
      await at.visit('05', '10:30'),
      await at.visit('05', '11:00'),
    ]
    const visits = [
      await at.visit('07', '09:00', { ...same, surname: 'Ada' }),
      await at.visit('07', '09:30', { ...same, surname: 'Bola' }),
    ]
    await at.waitFor(...visits)
    for (const id of [eight, nine, ten]) await at.cancel(id)
    expect(await at.sweep()).toHaveLength(2)
  })
})

describe('a claim of an offer', () => {
  it('comes too late after the half hour', async () => {
    await freed()
    const [offer] = await at.sweep()
    at.now('08:31')
    expect(await at.claim(offer!)).toEqual({ kind: 'gone' })
  })

  it('that is pressed twice counts once, with the same answer', async () => {
    const [mine] = await freed()
    const [offer] = await at.sweep()
    const [one, two] = await Promise.all([at.claim(offer!), at.claim(offer!)])
    expect([one, two]).toEqual([two, one])
    expect(one).toMatchObject({ kind: 'claimed' })
    expect(await at.claim(offer!)).toEqual(one)
    expect(await at.rows('SELECT moved FROM appointments WHERE id = $1', [mine])).toEqual([{ moved: 1 }])
  })

  it('is reserved to the person who got the offer', async () => {
    const [, , , other] = await freed()
    const [offer] = await at.sweep()
    expect(await at.claim({ ...offer!, appointmentId: other })).toEqual({ kind: 'gone' })
  })

  it('of a slot under a new blocker is refused', async () => {
    await freed()
    const [offer] = await at.sweep()
    const day = { from: '2030-03-05T09:00:00+01:00', to: '2030-03-05T12:00:00+01:00' }
    const admin = await at.clinic.signedIn()
    const blocker = {
      description: 'Closed',
      type: 'One Time',
      startDateTime: day.from,
      endDateTime: day.to,
      recurringDays: [],
      recurringDates: [],
      selectedMonth: null,
      location: 'fct',
    }
    expect(await at.clinic.call('POST', '/api/blockers', blocker, admin.bearer)).toMatchObject({
      status: 201,
    })
    expect(await at.claim(offer!)).toEqual({ kind: 'gone' })
    expect((await at.offers())[0]?.claimedAt).toBeNull()
  })

  it('frees the earlier slot, which is offered to others', async () => {
    const [mine] = await freed()
    const late = await at.visit('08', '09:00')
    await at.waitFor(late)
    const [offer] = await at.sweep()
    expect(await at.claim(offer!)).toMatchObject({ kind: 'claimed' })
    const offers = await at.sweep()
    const next = offers.filter(({ startsAt }) => startsAt > TEN)
    expect(next.map(({ startsAt }) => startsAt.toISOString())).toContain('2030-03-07T08:00:00.000Z')
    expect(next.map(({ appointmentId }) => appointmentId)).not.toContain(mine)
  })
})

it('a freed slot is given away once in each of ten races of three', () => races(at, 10))

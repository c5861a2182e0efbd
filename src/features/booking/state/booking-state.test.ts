import { describe, expect, it } from 'vitest'
import { type BookingAction, initialState, reduceBooking } from './booking-state.ts'
import { ngozi } from './patient.fixture.ts'
import { verified } from './patient-form.ts'

const after = (...actions: BookingAction[]) => actions.reduce(reduceBooking, initialState('fct'))
const typed: BookingAction = {
  type: 'changed',
  change: { firstName: 'Ada', date: '2030-03-04', time: '09:30' },
}

it('the wizard starts at step 1 with the specified nationality and the first location', () => {
  const { step, form } = after()
  expect(step).toBe(1)
  expect(form).toMatchObject({ nationality: 'nigeria', location: 'fct' })
})

it('the furthest step stays known when going back', () => {
  expect(after({ type: 'opened', step: 3 }, { type: 'opened', step: 1 })).toMatchObject({
    step: 1,
    reached: 3,
  })
})

it('the focus stays when the page shows a step by itself', () =>
  expect(after({ type: 'opened', step: 1 }, { type: 'shown', step: 2, hasFocus: true })).toMatchObject({
    step: 2,
    reached: 2,
    focus: null,
  }))

it('the step with the first wrong field opens with the focus there, each time', () => {
  const wrong: BookingAction = {
    type: 'refused',
    errors: { time: { key: 'time_invalid' }, email: { key: 'required' } },
  }
  expect(after({ type: 'opened', step: 4 }, wrong)).toMatchObject({
    step: 2,
    focus: { on: 'email', turn: 2 },
  })
  expect(after(wrong, wrong).focus?.turn).toBe(2)
})

it('a changed field loses its mistake, the others keep theirs', () => {
  const state = after(
    { type: 'refused', errors: { email: { key: 'required' }, lastName: { key: 'required' } } },
    { type: 'changed', change: { email: 'a' } },
  )
  expect(state.errors).toEqual({ lastName: { key: 'required' } })
})

it('the question about another appointment at the same time stays until it is answered or the step is left', () => {
  const asked = after({ type: 'opened', step: 4 }, { type: 'beside' })
  expect(asked).toMatchObject({ step: 4, sending: false, isBeside: true })
  const attempt = { key: 'k', bodies: [], state: 'unanswered' } as const
  expect(reduceBooking(asked, { type: 'sending', attempt })).toMatchObject({ isBeside: false, sending: true })
  expect(reduceBooking(asked, { type: 'opened', step: 3 }).isBeside).toBe(false)
})

describe('the trouble on the line', () => {
  const attempt = { key: 'k', bodies: [], state: 'unanswered' } as const
  const troubled: BookingAction[] = [
    { type: 'opened', step: 4 },
    { type: 'sending', attempt },
    { type: 'troubled', trouble: 'poor' },
  ]
  it('is told while the booking is on its way', () => {
    expect(after(...troubled)).toMatchObject({ trouble: 'poor', sending: true })
  })
  it.each<BookingAction>([
    { type: 'failed', attempt },
    { type: 'sending', attempt },
    { type: 'opened', step: 3 },
    { type: 'refused', errors: { email: { key: 'required' } } },
    { type: 'taken', slot: { date: '2030-03-04', time: '09:30' } },
  ])('is over when it has $type', (action) => {
    expect(after(...troubled, action).trouble).toBeNull()
  })
})

describe('a time that someone else took', () => {
  const taken = { date: '2030-03-04', time: '09:30' }
  it('leads back to step 3 with everything else kept', () => {
    expect(after(typed, { type: 'opened', step: 4 }, { type: 'taken', slot: taken })).toMatchObject({
      step: 3,
      reached: 4,
      taken,
      form: { firstName: 'Ada', date: '2030-03-04', time: '' },
    })
  })
  it('is forgotten once another one is chosen', () => {
    const state = after({ type: 'taken', slot: taken }, { type: 'changed', change: { time: '10:00' } })
    expect(state.taken).toBeNull()
  })
})

describe('what follows from a choice', () => {
  const chosen: BookingAction = {
    type: 'changed',
    change: { doctorId: 'd', doctor: 'Dr. D', serviceId: 's', serviceText: 'S', tariff: 5 },
  }
  it('another location has other doctors, services and times', () => {
    expect(after(typed, chosen, { type: 'changed', change: { location: 'lag' } }).form).toMatchObject({
      doctorId: '',
      doctor: '',
      serviceId: '',
      date: '',
      time: '',
      firstName: 'Ada',
    })
  })
  it('another type has other services', () => {
    expect(
      after(typed, chosen, { type: 'changed', change: { appointmentType: 'procedure' } }).form,
    ).toMatchObject({
      serviceId: '',
      serviceText: '',
      tariff: null,
      doctorId: 'd',
      time: '09:30',
    })
  })
})

it('a new booking starts with an empty form', () => {
  expect(after(typed, { type: 'restarted' })).toMatchObject({
    step: 1,
    reached: 1,
    form: { firstName: '' },
  })
})

describe('a verified patient', () => {
  it('who may book no more here learns it on the first step, after another booking too', () => {
    const full = { ...ngozi, openAppointments: 3, openLimit: 3 }
    expect(after(verified(full))).toMatchObject({ step: 1, reached: 1, patient: full })
    expect(after(verified({ ...full, openLimit: null })).step).toBe(2)
    const appointment = { ...bookedOnce, email: '', phone: '' }
    const { patient } = after(verified({ ...ngozi, openAppointments: 2 }), { type: 'booked', appointment })
    expect(patient && after(verified(patient)).step).toBe(1)
  })

  const bookedOnce = {
    date: '2030-03-04',
    time: '09:30',
    reference: 'R',
    minutes: 30,
    doctor: null,
    assigned: null,
    location: 'fct',
    email: '',
    phone: '',
    earlier: false,
  }
  const verification = verified(ngozi)
  const chosen: BookingAction = {
    type: 'changed',
    change: { firstName: 'Ada', email: 'ada@example.com', time: '09:30', description: 'It hurts.' },
  }
  const person = { firstName: '', lastName: '', email: '', phoneNumber: '', gender: '', age: '' }

  it('is at step 2 with the record filled in, and with what was chosen before', () => {
    expect(after(chosen, verification)).toMatchObject({
      step: 2,
      reached: 2,
      patient: ngozi,
      ownerId: ngozi.id,
      form: {
        firstName: 'ngozi',
        lastName: 'eze',
        email: 'ngozi.eze@example.com',
        phoneNumber: '+2348031234567',
        gender: 'female',
        age: '39',
        nationality: 'nigeria',
        time: '09:30',
      },
    })
  })

  it('keeps what was typed only where the record has nothing that a booking needs', () => {
    const patient = { ...ngozi, email: '', gender: null, age: null, nationality: '' }
    const typed: BookingAction = { type: 'changed', change: { gender: 'male', age: '50' } }
    expect(after(chosen, typed, verified(patient)).form).toMatchObject({
      email: 'ada@example.com',
      gender: '',
      age: '',
      nationality: '',
    })
  })

  it('whose verification ends is at step 1 again, without the record and with what was chosen', () => {
    const state = after(verification, chosen, { type: 'opened', step: 4 }, { type: 'ended' })
    expect(state).toMatchObject({
      step: 1,
      reached: 1,
      registered: true,
      patient: null,
      ownerId: ngozi.id,
      form: { ...person, nationality: 'nigeria', time: '09:30', description: 'It hurts.' },
    })
  })

  it('who verifies again finds everything as it was; somebody else finds nothing of it', () => {
    const ended = [verification, chosen, { type: 'ended' } as const]
    expect(after(...ended, verification).form.description).toBe('It hurts.')
    const other = { ...ngozi, id: 'other', firstName: 'bisi' }
    expect(after(...ended, verified(other))).toMatchObject({
      ownerId: 'other',
      attempt: null,
      form: { firstName: 'bisi', description: '', time: '' },
    })
  })

  it('who says to be somebody else leaves nothing', () => {
    const state = after(verification, chosen, { type: 'left' })
    expect(state).toEqual({ ...initialState(), registered: true })
  })

  it('can book again at once, with an empty booking', () => {
    const restarted: BookingAction = { type: 'restarted' }
    expect(after(verification, chosen, restarted, verification)).toMatchObject({
      step: 2,
      patient: ngozi,
      form: { firstName: 'ngozi', description: '', time: '' },
    })
  })

  it('who has typed a contact for a missing one finds it on record at the next booking', () => {
    const lacking = { ...ngozi, email: '' }
    const appointment = { ...bookedOnce, email: 'new@example.com', phone: '0809 999 9999' }
    const { patient } = after(verified(lacking), { type: 'booked', appointment })
    expect(patient).toEqual({ ...lacking, email: 'new@example.com', openAppointments: 1 })
  })

  it('whose verification ends on the last page stays there, and then is a visitor', () => {
    const booked: BookingAction[] = [
      verification,
      { type: 'booked', appointment: bookedOnce },
      { type: 'ended' },
    ]
    expect(after(...booked)).toMatchObject({ booked: { reference: 'R' }, patient: null })
    expect(after(...booked, { type: 'restarted' })).toMatchObject({
      step: 1,
      ownerId: null,
      form: person,
    })
  })
})

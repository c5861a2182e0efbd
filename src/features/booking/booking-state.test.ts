import { describe, expect, it } from 'vitest'
import { type BookingAction, initialState, reduceBooking } from './booking-state.ts'

const after = (...actions: BookingAction[]) => actions.reduce(reduceBooking, initialState(['fct', 'lag']))
const typed: BookingAction = {
  type: 'changed',
  change: { firstName: 'Ada', date: '2030-03-04', time: '09:30' },
}

it('starts at step 1 with the specified nationality and the first location', () => {
  const { step, form } = after()
  expect(step).toBe(1)
  expect(form).toMatchObject({ nationality: 'nigeria', location: 'fct' })
})

it('remembers the furthest step when going back', () => {
  expect(after({ type: 'opened', step: 3 }, { type: 'opened', step: 1 })).toMatchObject({
    step: 1,
    reached: 3,
  })
})

it('opens the step with the first wrong field and sends the focus there, each time anew', () => {
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

it('forgets what was wrong with a field that changes, and only that', () => {
  const state = after(
    { type: 'refused', errors: { email: { key: 'required' }, lastName: { key: 'required' } } },
    { type: 'changed', change: { email: 'a' } },
  )
  expect(state.errors).toEqual({ lastName: { key: 'required' } })
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

it('starts over with an empty form', () => {
  expect(after(typed, { type: 'restarted', offeredLocations: ['fct'] })).toMatchObject({
    step: 1,
    reached: 1,
    form: { firstName: '' },
  })
})

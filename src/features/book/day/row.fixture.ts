import type { Appointment } from '../../../../contract/appointments.ts'

type Said = Partial<Omit<Appointment, 'doctor' | 'user'>> & {
  doctor?: string
  location?: string
  name?: string
}

/** An appointment of a test: 'at' is 'YYYY-MM-DD HH:mm' in Lagos. */
export function rowAt(
  at: string,
  minutes = 30,
  { doctor = 'ada', location = 'fct', name = 'Obi', ...more }: Said = {},
): Appointment {
  const [day = '', time = ''] = at.split(' ')
  const start = new Date(`${day}T${time}:00+01:00`)
  const wire = (instant: Date) =>
    `${new Date(instant.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`
  return {
    id: `${at} ${doctor}`,
    reference: 'K7M3QX2A',
    appointment_date: wire(start),
    end: wire(new Date(start.getTime() + minutes * 60_000)),
    duration: minutes,
    isOpen: false,
    status: 'confirmed',
    version: 1,
    blocked: false,
    visit: null,
    visitTimes: {},
    patientConfirmedAt: null,
    channel: 'web',
    moved: 0,
    waiting: null,
    marks: [],
    serviceId: 'other',
    serviceText: 'Other',
    description: '',
    doctor: { id: doctor, name: `Dr. ${doctor}` },
    user: { location, surname: 'Emeka', other_names: name, address: '', email: '', phone_number: '' },
    ...more,
  }
}

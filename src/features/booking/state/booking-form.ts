import { isMinor } from '../../../../domain/booking.ts'
import type { AppointmentType } from '../../../../domain/clinic.ts'
import type { GENDERS } from '../../../../domain/genders.ts'

/** Fields of a visitor (specification, section 3: 'Booking form'); empty texts are unanswered. */
export type BookingForm = {
  /** Only a verified patient's record has these four. `emrId` is the clinic id. */
  rawId: string
  emrId: string
  middleName: string
  address: string
  firstName: string
  lastName: string
  /** As typed; years. `NO_NUMBER` for what is none. */
  age: string
  email: string
  phoneNumber: string
  /** Guardian of a minor; asked for and sent only at that age. */
  guardian: string
  gender: '' | (typeof GENDERS)[number]
  /** A country's English name in small letters. */
  nationality: string
  location: string
  appointmentType: '' | AppointmentType
  /** Empty with a `serviceText` for the categories offered when the list cannot be had. */
  serviceId: string
  serviceText: string
  /** The choice in words, a service or a category: `changeForm` updates it. */
  service: string
  tariff: number | null
  /** Empty: any doctor. */
  doctorId: string
  doctor: string
  department: string
  /** 'YYYY-MM-DD' and 'HH:mm' in clinic time. */
  date: string
  time: string
  description: string
}

/** Fields that can be wrong, in the order of the screen. */
export const STEP_FIELDS = {
  2: [
    'firstName',
    'lastName',
    'age',
    'email',
    'phoneNumber',
    'guardian',
    'gender',
    'nationality',
    'location',
  ],
  3: ['appointmentType', 'serviceId', 'doctorId', 'date', 'time', 'description'],
} as const satisfies Record<2 | 3, readonly (keyof BookingForm)[]>

export type BookingField = (typeof STEP_FIELDS)[2 | 3][number]

/** The id of a field's control in the page, by which errors find it. */
export const fieldId = (field: BookingField) => `booking-${field}`

/** Whether the form is for a patient for whom somebody else answers. */
export const isForMinor = ({ age }: Pick<BookingForm, 'age'>): boolean =>
  isMinor(/^\d+$/.test(age.trim()) ? Number(age) : null)

/** An empty form. Nationality as specified (section 3); without a location that of booking-atom.ts. */
export function emptyForm(location = ''): BookingForm {
  return {
    rawId: '',
    emrId: '',
    middleName: '',
    address: '',
    firstName: '',
    lastName: '',
    age: '',
    email: '',
    phoneNumber: '',
    guardian: '',
    gender: '',
    nationality: 'nigeria',
    location,
    appointmentType: '',
    serviceId: '',
    serviceText: '',
    service: '',
    tariff: null,
    doctorId: '',
    doctor: '',
    department: '',
    date: '',
    time: '',
    description: '',
  }
}

/**
 * A change of the form with what follows from it: another location has other doctors and times,
 * another type other services.
 */
export function changeForm(form: BookingForm, change: Partial<BookingForm>): BookingForm {
  const next = { ...form, ...change }
  if (next.location !== form.location) {
    Object.assign(next, { doctorId: '', doctor: '', department: '', date: '', time: '' })
  }
  if (next.location !== form.location || next.appointmentType !== form.appointmentType) {
    Object.assign(next, { serviceId: '', serviceText: '', tariff: null })
  }
  return { ...next, service: next.serviceText }
}

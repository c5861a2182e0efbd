import { MINIMUM_AGE } from '../domain/booking.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '../domain/services.ts'

/**
 * Messages for a wrong field, shared by both sides. A schema's message is a key of this table; the page
 * translates the key, the server sends the sentence.
 */
export const FIELD_MESSAGES = {
  required: 'Please fill in this field.',
  invalid: 'Please check this field.',
  too_long: 'Please shorten this text.',
  name_invalid: 'Please use letters, spaces, hyphens and apostrophes only.',
  name_dot: 'Please add a space after the dot, as in ‘St. John’.',
  name_message: 'Please enter a name only, without a web address or a message.',
  email_invalid: 'Please enter an email address such as name@example.com.',
  email_dot:
    "Please check the dots in the email address: they can't be at its start or end, next to the @ or doubled.",
  phone_invalid: 'Please enter a phone number such as 0803 123 4567 or +234 803 123 4567.',
  phone_too_long:
    'This number has too many digits. Please check it. Numbers from other countries start with +.',
  phone_too_short:
    'This number has too few digits. Please check it. Numbers from other countries start with +.',
  age_invalid: 'Please enter your age as a whole number.',
  age_too_low: `The minimum age is ${MINIMUM_AGE}.`,
  age_too_high: 'Please check the age.',
  gender_invalid: 'Please choose one of the options.',
  type_invalid: 'Please choose consultation or procedure.',
  date_invalid: 'Please choose a date.',
  time_invalid: 'Please choose a time.',
  text_invalid: "Please remove characters that can't be displayed.",
  location_unknown: 'Selected location not valid, please refresh and try again!',
  doctor_unknown: "This doctor isn't available at this location.",
  doctor_not_for_service: 'This doctor doesn’t do this service. Please choose another doctor.',
  service_unknown: "This service isn't available for this appointment type.",
  slot_past: 'This time has passed. Please choose another.',
  slot_too_far: 'This date is too far ahead. Please choose an earlier one.',
  slot_closed: 'The clinic is closed at this time. Please choose another.',
  slot_off_grid: 'Appointments start every 30 minutes. Please choose one of the times offered.',
} as const
export type FieldMessage = keyof typeof FIELD_MESSAGES

export const STAFF_FIELD_MESSAGES = {
  username_required: 'Please Enter Your Username',
  username_invalid: 'Please use 2 to 40 lowercase letters, digits, dots, hyphens or underscores.',
  password_required: 'Please Enter Your Password',
  password_short: 'Please use at least 12 characters.',
  password_long: 'Please use at most 128 characters.',
  password_wrong: "That's not your current password.",
  password_common: 'This password is too easy to guess. Try three or four unrelated words.',
  password_own_words:
    "Please don't use names, the clinic or its places: they're guessed first. Try three or four other words.",
  staff_type_invalid: 'Please choose one of the types.',
  link_invalid: 'This link is incomplete. Please open it from the email again.',
  locations_required: 'Please choose at least one location.',
  doctor_required: 'Please choose a doctor.',
  search_short: 'Please type at least 2 characters.',
} as const
export type StaffFieldMessage = keyof typeof STAFF_FIELD_MESSAGES

export const BLOCKER_FIELD_MESSAGES = {
  blocker_type_invalid: 'Please choose one of the types.',
  instant_invalid: 'Please choose a date and a time.',
  end_before_start: 'The end must be after the start.',
  too_far: 'Please choose a date between a year ago and 10 years from now.',
  days_invalid: 'Please choose from the weekdays.',
  days_required: 'Please choose at least one weekday.',
  dates_invalid: 'Please choose dates from 1 to 31.',
  dates_required: 'Please choose at least one date.',
  month_invalid: 'Please choose a month.',
  month_required: 'Please choose a month.',
  date_not_in_month: "This month doesn't have one of the dates.",
  not_for_type: "This doesn't apply to the chosen type.",
  closure_today: 'You can only close the rest of today here. For other days, add a blocker.',
} as const
export type BlockerFieldMessage = keyof typeof BLOCKER_FIELD_MESSAGES

/** Messages of bookings and moves at the desk. */
export const DESK_FIELD_MESSAGES = {
  time_off_grid: 'Please choose a time in steps of five minutes.',
  time_skipped: "The clocks go forward that night, so this time doesn't exist. Please choose another.",
  minutes_invalid: `Please choose a length from ${SHORTEST_MINUTES} to ${LONGEST_MINUTES} minutes, in steps of five.`,
  contact_or_none:
    "Please enter a phone number or an email address, or say that the patient can't receive messages.",
  patient_unknown: "This patient isn't in the records.",
  series_over: "A series can't include blocked or closed times. Please book such an appointment separately.",
} as const
export type DeskFieldMessage = keyof typeof DESK_FIELD_MESSAGES

/** Specification, section 5. */
export const CODE_FIELD_MESSAGES = {
  contact_required: 'Please enter email or clinic ID!',
  code_not_integer: 'OTP must contain integers only!',
} as const
export type CodeFieldMessage = keyof typeof CODE_FIELD_MESSAGES

export const PATIENT_FIELD_MESSAGES = {
  clinic_id_invalid: 'Please use at most 64 letters, digits, spaces and . / _ - between them.',
  clinic_id_taken: 'This number is already taken.',
} as const
export type PatientFieldMessage = keyof typeof PATIENT_FIELD_MESSAGES

const TABLES: readonly Record<string, string>[] = [
  FIELD_MESSAGES,
  STAFF_FIELD_MESSAGES,
  BLOCKER_FIELD_MESSAGES,
  DESK_FIELD_MESSAGES,
  CODE_FIELD_MESSAGES,
  PATIENT_FIELD_MESSAGES,
]

/** An unknown key gets the general message. */
export function fieldSentence(key: string): string {
  return TABLES.find((table) => Object.hasOwn(table, key))?.[key] ?? FIELD_MESSAGES.invalid
}

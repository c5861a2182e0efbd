/** The files of texts that the patients' pages read. A language that is offered to patients alone has only these. */
export const PATIENT_NAMESPACES: readonly string[] = [
  'app',
  'booking',
  'common',
  'later',
  'verify',
  'wire',
  'wish',
]

/** Those that the booking page reads besides, for staff who are signed in (src/ui/staff-links.tsx). */
export const STAFF_ON_BOOKING_NAMESPACES: readonly string[] = ['account']

/** The files of texts that only the staff's pages read. */
export const STAFF_NAMESPACES: readonly string[] = [
  'account',
  'appointments',
  'asked',
  'blockers',
  'patients',
  'records',
  'shell',
  'unlock',
]

/** Those of pages that need a connection anyway: fetched when such a page is opened, and kept on no device. */
export const ONLINE_NAMESPACES: readonly string[] = [
  'audit',
  'closure',
  'desk',
  'devices',
  'factors',
  'feeds',
  'flood',
  'keys',
  'late',
  'overview',
  'privacy',
  'todo',
  'visit',
  'waiting',
  'webhooks',
]

/**
 * Answers to an SMS reply: `is_cancelled` the appointment is cancelled already, `changed` it differs from the last
 * message, `too_late` to call instead, `help` the valid replies.
 */
export const ANSWERS = [
  'confirmed',
  'cancelled',
  'is_cancelled',
  'changed',
  'too_late',
  'call',
  'help',
  'stopped',
  'started',
] as const
export type Answer = (typeof ANSWERS)[number]

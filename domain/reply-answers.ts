/**
 * What an SMS to the clinic is answered with: `is_cancelled` that the visit is cancelled already, `changed` that it is no
 * longer what the last message said, `too_late` to call instead, `help` what works.
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

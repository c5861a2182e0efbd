import { BLOCKER_TYPES, type BlockerType } from '../../../domain/blockers.ts'

/** Whether a text, as a form or an address has it, is a type of blocker. */
export const isBlockerType = (text: string): text is BlockerType =>
  (BLOCKER_TYPES as readonly string[]).includes(text)

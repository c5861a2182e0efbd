import { BLOCKER_TYPES, type BlockerType } from '../../../domain/blockers.ts'

export const isBlockerType = (text: string): text is BlockerType =>
  (BLOCKER_TYPES as readonly string[]).includes(text)

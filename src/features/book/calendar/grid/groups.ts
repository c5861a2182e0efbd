import type { ReactNode } from 'react'
import type { BlockedSpan, Column } from '../../day/arrange.ts'

/** Columns under one head: a doctor of a day, or a day of a week. */
export type Group = {
  key: string
  /** One over all of its columns, or one for each. */
  heads: readonly ReactNode[]
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  columns: readonly Column[]
  /** Blockers of all columns of the group. */
  shared: readonly BlockedSpan[]
  /** Words instead of columns, of a day on which the clinic is closed. */
  closed?: string
}

/** A group with its grid lines. */
export type PlacedGroup = Group & { first: number; after: number }

/** First grid column of the groups, after the axis. */
export const FIRST_COLUMN = 2

/** The groups one beside the other; a closed one takes one column. */
export function placedGroups(groups: readonly Group[]): PlacedGroup[] {
  let after = FIRST_COLUMN
  return groups.map((group) => {
    const first = after
    after += group.closed === undefined ? group.columns.length : 1
    return { ...group, first, after }
  })
}

import type { Blocker } from '../../../contract/blockers.ts'
import type { Listed as ListedOf } from '../../ui/paged-list/use-changes-meanwhile.ts'

/** A page of the blockers, newest first. */
export type Listed = Omit<ListedOf<Pick<Blocker, 'id' | 'version'>>, 'at'>

/** Ids by kind. Rows at the ends of one of several pages do not count: they may have moved from or to another page. */
export function changesSince(before: Listed, after: Listed) {
  const versions = new Map(before.rows.map(({ id, version }) => [id, version]))
  const now = new Set(after.rows.map(({ id }) => id))
  const lastOfAfter = after.rows.findLastIndex(({ id }) => versions.has(id))
  const lastOfBefore = before.rows.findLastIndex(({ id }) => now.has(id))
  const isNew = ({ id }: { id: string }, i: number) =>
    !versions.has(id) && before.isStart && (before.isEnd || i < lastOfAfter)
  const isGone = ({ id }: { id: string }, i: number) =>
    !now.has(id) && after.isStart && (after.isEnd || i < lastOfBefore)
  const hasChanged = ({ id, version }: { id: string; version: number }) =>
    version > (versions.get(id) ?? version)
  const idOf = ({ id }: { id: string }) => id
  return {
    fresh: after.rows.filter(isNew).map(idOf),
    changed: after.rows.filter(hasChanged).map(idOf),
    gone: before.rows.filter(isGone).map(idOf),
  }
}

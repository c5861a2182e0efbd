import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A row of the server. Each change raises its version. */
type Row = { id: string; version: number }
/** Shapes in which queries cache rows: a page or a day, a plain list, or one row with its details. */
export type CachedRows<R extends Row> = { data: readonly R[] } | readonly R[] | R

const isList = <R extends Row>(cached: CachedRows<R>): cached is readonly R[] => Array.isArray(cached)

export function rowIn<R extends Row>(cached: CachedRows<R> | undefined, id: string): R | undefined {
  if (!cached) return undefined
  if (isList(cached)) return cached.find((row) => row.id === id)
  return 'data' in cached ? rowIn(cached.data, id) : cached.id === id ? cached : undefined
}

/**
 * Updates a row in all queries under a key with the server's answer, so that the next change starts from its latest
 * version. Newer cached versions stay. The age of the queries stays too, since it was no answer to them.
 */
export function putRow<R extends Row>(client: QueryClient, queryKey: QueryKey, row: R): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const cached = query.state.data as CachedRows<R> | undefined
    const before = rowIn(cached, row.id)
    if (!cached || !before || before.version > row.version) continue
    const after = { ...before, ...row }
    const inPlace = (rows: readonly R[]) => rows.map((each) => (each === before ? after : each))
    const now = isList(cached)
      ? inPlace(cached)
      : 'data' in cached
        ? { ...cached, data: inPlace(cached.data) }
        : after
    client.setQueryData<CachedRows<R>>(query.queryKey, now, { updatedAt: query.state.dataUpdatedAt })
  }
}

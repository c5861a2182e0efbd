import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What goes up with every change of a row tells which of two is the later one. */
type Row = { id: string; version: number }
/** How queries hold rows: a page or a day, a plain list, or one row with more about it. */
export type Held<R extends Row> = { data: readonly R[] } | readonly R[] | R

const isList = <R extends Row>(held: Held<R>): held is readonly R[] => Array.isArray(held)

export function rowIn<R extends Row>(held: Held<R> | undefined, id: string): R | undefined {
  if (!held) return undefined
  if (isList(held)) return held.find((row) => row.id === id)
  return 'data' in held ? rowIn(held.data, id) : held.id === id ? held : undefined
}

/**
 * Puts a row as the server has answered it wherever the queries under a key hold it, so that what is done with it next is
 * done with its latest version. Newer cached versions stay. As it is no answer to these queries, their age stays.
 */
export function putRow<R extends Row>(client: QueryClient, queryKey: QueryKey, row: R): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const held = query.state.data as Held<R> | undefined
    const before = rowIn(held, row.id)
    if (!held || !before || before.version > row.version) continue
    const after = { ...before, ...row }
    const inPlace = (rows: readonly R[]) => rows.map((each) => (each === before ? after : each))
    const now = isList(held) ? inPlace(held) : 'data' in held ? { ...held, data: inPlace(held.data) } : after
    client.setQueryData<Held<R>>(query.queryKey, now, { updatedAt: query.state.dataUpdatedAt })
  }
}

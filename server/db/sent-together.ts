import type { PoolClient } from 'pg'

/** What the driver keeps of its socket; not in its types, and not there in every build of it. */
type Corkable = { connection?: { stream?: { cork?(): void; uncork?(): void } } }

/**
 * Sends several queries of one connection as one write to the network. Pipelining alone writes once per query,
 * and a write is the dearest part of a small query.
 * @param submit asks the queries, in their order, and returns what they promise; it must not wait in between
 */
export function sentTogether<T>(client: PoolClient, submit: () => Promise<T>): Promise<T> {
  const stream = (client as PoolClient & Corkable).connection?.stream
  stream?.cork?.()
  try {
    return submit()
  } finally {
    stream?.uncork?.()
  }
}

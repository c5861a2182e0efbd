import { afterAll, inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './copy-template.ts'
import { type Emptier, emptierOf } from './empty-database.ts'

export type { TestDatabase }

type Kept = { made: TestDatabase; emptier: Emptier; watchers: string }

/** Emptied ones of this file, whose modules are its own (per-file.ts), with their connections. */
const emptied: Kept[] = []

afterAll(async () => {
  await Promise.all(emptied.splice(0).map(drop))
})

/**
 * As the migrations leave it. A database that an earlier test of the file has closed is emptied and reused: that saves
 * creating and dropping one, and the first queries of its tables on every new connection.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const kept = emptied.pop() ?? (await make())
  const { url, pool } = kept.made
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    const isUntouched = !pool.ended && watchersOf(pool) === kept.watchers
    if (isUntouched && (await kept.emptier.empty())) emptied.push(kept)
    else await drop(kept)
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}

async function make(): Promise<Kept> {
  const made = await copyTemplate(inject('postgresUrl'))
  const emptier = emptierOf(made.url, inject('superuserUrl'), inject('pristine'))
  return { made, emptier, watchers: watchersOf(made.pool) }
}

/** Spies of a test, and what listens to a pool. */
const watchersOf = (pool: TestDatabase['pool']) =>
  JSON.stringify([
    ['query', 'connect'].map((method) => Object.hasOwn(pool, method)),
    pool.eventNames().map((event) => [event, pool.listenerCount(event)]),
  ])

async function drop({ made, emptier }: Kept): Promise<void> {
  await emptier.end()
  await made.close()
}

/** Without tables, for servers that start for the first time. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'), 'template1')
}

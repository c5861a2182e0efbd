import { afterAll, inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './copy-template.ts'
import { type Emptier, emptierOf } from './empty-database.ts'

export type { TestDatabase }

type Kept = { made: TestDatabase; emptier: Emptier }

/** Emptied ones of this file, whose modules are its own (per-file.ts), with their connections. */
const emptied: Kept[] = []

afterAll(async () => {
  await Promise.all(emptied.splice(0).map(drop))
})

/**
 * As the migrations leave it. What an earlier test of the file has closed is emptied and taken again: that spares making
 * and dropping one, and what every new connection has to learn of its tables.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const kept = emptied.pop() ?? (await make())
  const { url, pool } = kept.made
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    if (!pool.ended && (await kept.emptier.empty())) emptied.push(kept)
    else await drop(kept)
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}

async function make(): Promise<Kept> {
  const made = await copyTemplate(inject('postgresUrl'))
  return { made, emptier: emptierOf(made.url, inject('superuserUrl'), inject('pristine')) }
}

async function drop({ made, emptier }: Kept): Promise<void> {
  await emptier.end()
  await made.close()
}

/** Without tables, for servers that start for the first time. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'), 'template1')
}

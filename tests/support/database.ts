import { inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './copy-template.ts'

export type { TestDatabase }

/** A database of its own for a test file, copied from the migrated template. */
export function testDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'))
}

/** One without any tables, for servers that start for the first time. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'), 'template1')
}

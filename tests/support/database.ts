import { inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './postgres.ts'

export type { TestDatabase }

/** A database of its own for a test file, copied from the migrated template. */
export function testDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'))
}

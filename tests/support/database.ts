import { inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './copy-template.ts'

export type { TestDatabase }

export function testDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'))
}

/** Without tables, for servers that start for the first time. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('postgresUrl'), 'template1')
}

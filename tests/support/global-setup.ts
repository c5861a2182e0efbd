import type { TestProject } from 'vitest/node'
import { TEMPLATE_DATABASE, withDatabase } from './copy-template.ts'
import { pristineState } from './empty-database.ts'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For tests that make roles. */
    superuserUrl: string
    /** Description of an unchanged database, except for rows. */
    pristine: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  project.provide('superuserUrl', postgres.superuserUrl)
  project.provide('pristine', await pristineState(withDatabase(postgres.superuserUrl, TEMPLATE_DATABASE)))
  return postgres.stop
}

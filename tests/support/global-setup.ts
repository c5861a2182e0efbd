import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For tests that make roles. */
    superuserUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  project.provide('superuserUrl', postgres.superuserUrl)
  return postgres.stop
}

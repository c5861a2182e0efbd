import { hash } from 'node:crypto'
import type { FhirResource } from '../../../contract/fhir.ts'

/**
 * A resource, and the time of its last change; null: it is a fact of clinic.config.ts or computed, without a recorded
 * time.
 */
export type Unversioned = { resource: FhirResource; updatedAt: Date | null }

/** One page of a search. */
export type ResourcePage = {
  resources: Unversioned[]
  /** Start of the next page; null: this is the last. */
  next: string | null
}

/** Characters of a version: 64 bits, so that no two states of a resource share one. */
const VERSION_LENGTH = 16

/** Adds `meta`: its version is a digest of the content, so that processes agree on it without counting. */
export function versioned({ resource, updatedAt }: Unversioned): FhirResource {
  const versionId = hash('sha256', JSON.stringify(resource), 'hex').slice(0, VERSION_LENGTH)
  const { resourceType, id, ...more } = resource
  const meta = { versionId, ...(updatedAt && { lastUpdated: updatedAt.toISOString() }) }
  return { resourceType, id, meta, ...more } as FhirResource
}

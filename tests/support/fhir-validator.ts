import { readFileSync } from 'node:fs'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import type { FhirDefinitions, FhirSchema } from '../../scripts/extracts/fhir.ts'

type Issue = { details?: { text?: string }; expression?: readonly string[] }
type Structures = Parameters<typeof indexStructureDefinitionBundle>[0]

const { structures, schemas }: FhirDefinitions = JSON.parse(
  readFileSync('tests/support/fhir-definitions.json', 'utf8'),
)
indexStructureDefinitionBundle(structures as Structures)

/**
 * Faults of a resource by the official definitions of FHIR R4: structure, cardinality, formats and invariants by the
 * structure definitions, codes by the JSON schema, since the validator leaves bindings out.
 * @returns sentences; none for a valid one
 */
export function faultsOf(resource: { resourceType: string }): string[] {
  return [
    ...structureFaults(resource),
    ...codeFaults(resource, schemas[resource.resourceType], resource.resourceType),
  ]
}

function structureFaults(resource: { resourceType: string }): string[] {
  try {
    validateResource(resource as Parameters<typeof validateResource>[0])
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const issues: readonly Issue[] = error.outcome.issue ?? []
    return issues.map((issue) => `${issue.details?.text} (${issue.expression})`)
  }
}

function codeFaults(value: unknown, schema: FhirSchema | undefined, path: string): string[] {
  if (schema?.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    // An entry of a Bundle can be any resource: its own definition says which.
    const type = name === 'ResourceList' ? (value as { resourceType: string }).resourceType : name
    return codeFaults(value, schemas[type], path)
  }
  if (schema?.enum && !schema.enum.includes(value)) return [`${path} is none of ${schema.enum.join(', ')}`]
  if (Array.isArray(value)) return value.flatMap((one, i) => codeFaults(one, schema?.items, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    codeFaults(one, schema?.properties?.[name], `${path}.${name}`),
  )
}

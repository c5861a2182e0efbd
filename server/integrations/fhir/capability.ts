import {
  FHIR_RESOURCES,
  FHIR_TYPE,
  FHIR_VERSION,
  type FhirResourceType,
  SEARCH_PARAMS,
} from '../../../contract/fhir.ts'

/** The day on which what this statement says last changed. */
const DATE = '2026-11-28'
/** Resources with a time of last change answer If-Modified-Since as well. */
const DATED: readonly FhirResourceType[] = ['Appointment', 'Patient']

/** Capabilities of this server (FHIR's CapabilityStatement). @param base address of the resources */
export function capabilityStatement(clinic: string, base: string) {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: DATE,
    kind: 'instance',
    software: { name: 'Enamel' },
    implementation: { description: `Appointments of ${clinic}, to read`, url: base },
    fhirVersion: FHIR_VERSION,
    format: ['json', FHIR_TYPE],
    rest: [
      {
        mode: 'server',
        documentation:
          'Read only. A parameter of a search that is not named here is refused, and so are modifiers and chains; _count, _format and _after besides, and _sort of appointments.',
        security: {
          description:
            'An API key as bearer token: with the scope fhir.read for all but Patient, which takes fhir.patient. It reads its locations alone.',
        },
        resource: FHIR_RESOURCES.map((type) => ({
          type,
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          versioning: 'versioned',
          readHistory: false,
          conditionalRead: DATED.includes(type) ? 'full-support' : 'not-match',
          searchParam: SEARCH_PARAMS[type].map(({ name, type, documentation }) => ({
            name,
            type,
            documentation,
          })),
        })),
      },
    ],
  }
}

import {
  FHIR_RESOURCES,
  FHIR_TYPE,
  FHIR_VERSION,
  type FhirResourceType,
  SEARCH_PARAMS,
} from '../../contract/fhir.ts'

/** The day on which what this statement says last changed. */
const DATE = '2026-11-23'
/** Those that know when they last changed answer If-Modified-Since as well. */
const DATED: readonly FhirResourceType[] = ['Appointment', 'Patient']

/** What this server can do (FHIR's CapabilityStatement). @param base address of the resources */
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
          'Read only. What is not named here is left out, or refused with Prefer: handling=strict.',
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
          searchParam: SEARCH_PARAMS[type],
        })),
      },
    ],
  }
}

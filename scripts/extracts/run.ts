// Writes anew what Enamel keeps of large packages (docs/dependencies.md): npm run extracts
import { writeFile } from 'node:fs/promises'
import { fhirDefinitions } from './fhir.ts'
import { holidaysByCountry } from './holidays.ts'

/** One line for each entry, so that a new release shows what it changes. */
const lines = (entries: readonly string[]) => entries.join(',\n')
const member = ([name, value]: [string, unknown]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`

const { structures, schemas } = fhirDefinitions()
await writeFile(
  'tests/support/fhir-definitions.json',
  `{"structures":[\n${lines(structures.map((one) => JSON.stringify(one)))}\n],"schemas":{\n${lines(Object.entries(schemas).map(member))}\n}}\n`,
)
await writeFile(
  'server/blockers/holidays.json',
  `{\n${lines(
    Object.entries(holidaysByCountry()).map(
      ([country, days]) =>
        `${JSON.stringify(country)}:[\n${lines(days.map((one) => JSON.stringify(one)))}\n]`,
    ),
  )}\n}\n`,
)

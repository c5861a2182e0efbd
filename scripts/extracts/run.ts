// Rewrites Enamel's extracts of large packages (docs/dependencies.md): npm run extracts
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fhirDefinitions } from './fhir.ts'
import { holidaysByCountry } from './holidays.ts'

// Outside of the project, where no check looks at them.
const folder = await mkdtemp(path.join(tmpdir(), 'enamel-extracts-'))
for (const name of ['package.json', 'package-lock.json'])
  await cp(path.join(import.meta.dirname, name), path.join(folder, name))
execFileSync('npm ci --ignore-scripts --no-audit --no-fund', { cwd: folder, stdio: 'inherit', shell: true })
const require = createRequire(path.join(folder, 'package.json'))

/** One line for each entry, so that a new release shows its changes. */
const lines = (entries: readonly string[]) => entries.join(',\n')
const member = ([name, value]: [string, unknown]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`

const { structures, schemas } = fhirDefinitions(require)
await writeFile(
  'tests/support/fhir-definitions.json',
  `{"structures":[\n${lines(structures.map((one) => JSON.stringify(one)))}\n],"schemas":{\n${lines(Object.entries(schemas).map(member))}\n}}\n`,
)
await writeFile(
  'server/book/blockers/holidays.json',
  `{\n${lines(
    Object.entries(holidaysByCountry(require)).map(
      ([country, days]) =>
        `${JSON.stringify(country)}:[\n${lines(days.map((one) => JSON.stringify(one)))}\n]`,
    ),
  )}\n}\n`,
)
await rm(folder, { recursive: true })

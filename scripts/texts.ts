import { glob, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PATIENTS_TEXTS } from './build/who-needs.ts'
import { compareTexts } from './texts/compare.ts'
import { flatten, type Texts } from './texts/flatten.ts'
import { hardCodedTexts } from './texts/hard-coded.ts'
import { parseSource, type Source } from './texts/source.ts'
import { namespacesIn, unusedKeys, usesIn } from './texts/used-keys.ts'

/*
 * Part of `npm run check`: every offered language has every English text, no translation is unused, and no
 * text is hard-coded.
 */

const root = path.join(import.meta.dirname, '..')
const locales = path.join(root, 'src/i18n/locales')

const WHOLE_APP = ['es', 'it', 'de', 'ru']
const PATIENTS_ONLY = ['ha', 'yo', 'ig']
const PATIENTS_SOURCES = path.join('src/features/booking/')

const faults: string[] = []

const namespaces = await namespacesOf('en')
const english = new Map<string, Map<string, string>>()
for (const namespace of namespaces) english.set(namespace, await textsOf('en', namespace))

for (const iso of ['en', ...WHOLE_APP, ...PATIENTS_ONLY]) {
  const wanted = PATIENTS_ONLY.includes(iso) ? PATIENTS_TEXTS : namespaces
  for (const namespace of await namespacesOf(iso)) {
    if (!wanted.includes(namespace)) faults.push(`${iso}/${namespace}.json is a file too many.`)
  }
  for (const namespace of wanted) {
    const texts = await textsOf(iso, namespace)
    for (const fault of compareTexts(english.get(namespace) ?? new Map(), texts, iso))
      faults.push(`${iso}/${namespace}.json: ${fault}`)
  }
}

const sources: Source[] = []
for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
  if (/\.(?:test|fixture|d)\.tsx?$/.test(file)) continue
  sources.push(parseSource(file, await readFile(path.join(root, file), 'utf8')))
}
sources.sort((a, b) => (a.file < b.file ? -1 : 1))
const uses = usesIn(sources)
for (const [namespace, texts] of english) {
  for (const key of unusedKeys(namespace, texts, uses))
    faults.push(`en/${namespace}.json: ${key} is used by no source.`)
}
faults.push(...sources.flatMap(hardCodedTexts))
// A device without staff caches only these texts for offline use.
for (const source of sources.filter(({ file }) => file.startsWith(PATIENTS_SOURCES))) {
  for (const namespace of namespacesIn(source).filter((name) => !PATIENTS_TEXTS.includes(name)))
    faults.push(
      `${source.file} is shown to patients and reads ${namespace}, which is for staff (scripts/build/who-needs.ts).`,
    )
}

for (const fault of faults) console.error(`Texts: ${fault}`)
if (faults.length > 0) process.exitCode = 1
else
  console.log(
    `Texts: ${namespaces.length} namespaces in ${1 + WHOLE_APP.length + PATIENTS_ONLY.length} languages.`,
  )

/** A language without a folder has none. */
async function namespacesOf(iso: string): Promise<string[]> {
  const files = await readdir(path.join(locales, iso)).catch(noneIfMissing)
  return files.filter((file) => file.endsWith('.json')).map((file) => path.basename(file, '.json'))
}

/** A missing file has none. */
async function textsOf(iso: string, namespace: string): Promise<Map<string, string>> {
  const file = path.join(locales, iso, `${namespace}.json`)
  const json = await readFile(file, 'utf8').catch(noneIfMissing)
  return json.length === 0 ? new Map() : flatten(JSON.parse(String(json)) as Texts)
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

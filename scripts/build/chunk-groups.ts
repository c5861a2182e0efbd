import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { root } from '../../build/build-info.ts'
import { withSlashes } from './chunk-stats.ts'

/** Texts that the dashboard reads first, together. */
const TEXTS_OF_DASHBOARD = /\/src\/i18n\/locales\/(\w+)\/(?:shell|appointments)\.json$/

/** The upper rooms of src, which nothing below imports (tests/architecture.test.ts). */
const PAGES = /\/src\/(?:features|app)\//

type Imports = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
/** What the bundler knows of a module. */
export type ModuleInfoOf = (id: string) => Imports | null

const ENTRY = 'src/app/main.tsx'
const FIRST_STEP = 'src/features/booking/booking-page.tsx'
const PACKAGE = /[\\/]node_modules[\\/]|^\0(?:rolldown|vite|enamel-nothing)/
/**
 * Modules that hand on a whole library, of which an importer uses a few parts, those of the entry above all. What of
 * the rest is used is imported beside them.
 */
const BARREL = /[\\/]@mui[\\/](?:system|utils|material[\\/](?:styles|utils))[\\/]index\.mjs$/
/** What is used of them by that way alone: a few lines, which would be a file of their own. */
const BY_BARREL = /[\\/]@mui[\\/]material[\\/]styles[\\/]cssUtils\.mjs$/
/** What is loaded as one, by the source that it begins with. */
const LOADS = {
  steps: 'src/features/booking/later-steps.tsx',
  account: 'src/app/account-area.tsx',
  staff: 'src/app/staff-area.tsx',
  tablet: 'src/offline/tablet/index.ts',
}
/** A visit's own page needs valibot at once, and booking's does not. */
const isOfApp = (id: string) => PACKAGE.test(id) && !/[\\/]valibot[\\/]/.test(id)
/** A patient's page beside booking's, which shares little with the others. */
const OWN_VISIT = 'src/app/visit.tsx'
/** Where what patients' devices do not cache begins: the pages of staff, and what is of no use without a connection. */
const NOT_CACHED = [
  LOADS.account,
  LOADS.staff,
  'src/ui/staff-links.tsx',
  'src/features/booking/details/month-calendar.tsx',
  OWN_VISIT,
]

/**
 * Says which chunk a module of the page goes into: packages of the entry into `vendor`, which changes with
 * package-lock.json alone, the entry's own into `app`, and what the same of the large parts need into one. The bundler
 * alone would cut along the seams of every lazy part, and give a file of its own to each few lines that two of them share.
 */
export function chunkGroups(): Plugin {
  let nameOf: ReturnType<typeof groups> | undefined
  return {
    name: 'enamel-chunk-groups',
    apply: 'build',
    config: (_config, { isSsrBuild }) => {
      if (isSsrBuild) return
      const others: Rolldown.CodeSplittingGroup = {
        debugName: 'enamel-chunk-groups',
        name: (id, context) => {
          nameOf ??= groups((module) => context.getModuleInfo(module))
          return nameOf(id)
        },
      }
      const codeSplitting = {
        groups: [{ name: 'vendor', tags: ['$initial' as const], test: isOfApp }, others],
        // What a module needs has a group by itself, which all who need it load.
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting } } } }
    },
  }
}

/** @returns the name of a module's chunk; null: the bundler decides */
export function groups(infoOf: ModuleInfoOf): (id: string) => string | null {
  const idOf = (source: string) => path.posix.join(withSlashes(root), source)
  const needs = (source: string) => reach(idOf(source), ({ importedIds }) => importedIds, infoOf)
  const entry = needs(ENTRY)
  const firstStep = needs(FIRST_STEP)
  const loads = Object.entries(LOADS).map(([name, source]) => ({ name, modules: needs(source) }))
  const ownVisit = needs(OWN_VISIT)
  const notCached = new Set(NOT_CACHED.map(idOf))
  const everyone = reach(
    idOf(ENTRY),
    ({ importedIds, dynamicallyImportedIds }) =>
      [...importedIds, ...dynamicallyImportedIds].filter((id) => !notCached.has(id)),
    infoOf,
  )
  return (id) => {
    const by = loads.flatMap(({ name, modules }) => (modules.has(id) ? [name] : []))
    if (!PACKAGE.test(id)) {
      // A visit's own page must not run the app's start.
      if (id === idOf(ENTRY)) return null
      if (entry.has(id)) return 'app'
      // A few lines, which would be one more request of the first load.
      if (firstStep.has(id)) return by.some((name) => name !== 'steps') ? 'app' : 'first-step'
    }
    const [, language] = TEXTS_OF_DASHBOARD.exec(withSlashes(id)) ?? []
    if (language) return `texts-${language}`
    if (by.length === 0) return null
    const whose = everyone.has(id) ? ['everyone'] : []
    // A few signs, for which a patient's phone would fetch what the staff pages' start is made of.
    if (whose.length === 0 && by.includes('staff') && ownVisit.has(id)) return 'visit-staff-shared'
    // In three, each of which imports those below it alone: a changed line of ours brings one anew.
    if (whose.length === 0 && by.join() === 'staff') {
      if (PACKAGE.test(id)) return 'staff-vendor'
      return PAGES.test(withSlashes(id)) ? 'staff' : 'staff-base'
    }
    if (!by.includes('staff')) return [...whose, ...by].join('-')
    // The staff pages' start needs it, whoever else does: each file more is felt there.
    return [...whose, ...by.filter((name) => name === 'steps'), 'staff', 'shared'].join('-')
  }
}

/** A module with all that follow from it, in turn. */
function reach(from: string, next: (info: Imports) => readonly string[], infoOf: ModuleInfoOf): Set<string> {
  const found = new Set<string>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = infoOf(id)
    if (info) waiting.push(...next(info).filter((module) => !BARREL.test(id) || BY_BARREL.test(module)))
  }
  return found
}

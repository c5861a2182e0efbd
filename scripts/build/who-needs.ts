import path from 'node:path'
import { root } from '../../build/build-info.ts'

/** The bundler's graph of modules, by their ids. */
export type Graph = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** Texts are fetched by name, so that no import shows which page reads them. */
const TEXTS = /\/src\/i18n\/locales\/(\w+)\/(\w+)\.json$/

/** Text files that are read at the same time; pages of staff read the rest. */
const PARTS_OF_TEXTS = {
  first: ['booking', 'common'],
  patients: ['app', 'later', 'verify', 'wire', 'wish'],
  dashboard: ['appointments', 'shell'],
  // An appointment's own page, which reads no others of these.
  visit: ['visit'],
  // Of no use without a connection.
  online: 'audit closure devices factors feeds flood keys late overview privacy todo waiting webhooks'.split(
    ' ',
  ),
}
/** Read by patients. A language that is offered to them alone has only these. */
export const PATIENTS_TEXTS: readonly string[] = [...PARTS_OF_TEXTS.first, ...PARTS_OF_TEXTS.patients]

export type PartOfTexts = keyof typeof PARTS_OF_TEXTS | 'staff'

/** Language and part of a module of texts; null for other modules. */
export function textsIn(id: string): { language: string; part: PartOfTexts } | undefined {
  const [, language, namespace = ''] = TEXTS.exec(id.replaceAll('\\', '/')) ?? []
  const parts = Object.entries(PARTS_OF_TEXTS) as [PartOfTexts, string[]][]
  const [part = 'staff'] = parts.find(([, names]) => names.includes(namespace)) ?? []
  return language ? { language, part } : undefined
}

export const MAIN = 'src/app/main.tsx'
/** Entries of the code that no patient needs. */
export const STAFF = ['src/app/account-area.tsx', 'src/app/staff-area.tsx', 'src/ui/staff-links.tsx']

/** A source as the bundler names it. */
export const idOf = (source: string) => path.posix.join(root.replaceAll('\\', '/'), source)

/** Modules that load later and are useless offline, by path: the server does or counts their work. */
export const ONLINE = new RegExp(
  '/src/(?:' +
    [
      'device/proof/|session/passkey|ui/pickers/',
      'features/(?:access|account|audit|booking/details|flood|overview|privacy)/',
      'features/book/(?:beside/|desk/(?:keys-dialog|move-dialog|wish-form))',
      'features/book/(?:list/bulk-bar|visit/(?:cancel-dialog|details/visit-extras))',
      'features/blockers/\\w+-dialog',
      'features/patients/(?:import-view|records/(?:\\w+-(?:dialog|form)|new-patient|patient-search))',
    ].join('|') +
    ')',
)

/**
 * Modules with all that they import, in turn.
 * @param options.later whether to include modules that load later
 * @param options.without modules at which to stop
 * @throws Error when a source is not in the build, as after it has moved
 */
export function neededBy(
  sources: readonly string[],
  graph: Graph,
  { later = false, without = [] }: { later?: boolean; without?: readonly (string | RegExp)[] } = {},
): Set<string> {
  for (const source of [...sources, ...without])
    if (typeof source === 'string' && !graph.getModuleInfo(idOf(source)))
      throw new Error(`${source} is in no chunk of the build.`)
  const isWithout = (id: string) =>
    without.some((each) => (typeof each === 'string' ? id === idOf(each) : each.test(id)))
  const found = new Set<string>()
  const waiting = sources.map(idOf)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = graph.getModuleInfo(id)
    waiting.push(...(info?.importedIds ?? []))
    if (later)
      waiting.push(
        ...(info?.dynamicallyImportedIds ?? []).filter((next) => !TEXTS.test(next) && !isWithout(next)),
      )
  }
  return found
}

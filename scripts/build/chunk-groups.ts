import path from 'node:path'
import { root } from '../../build/build-info.ts'

/** Where each page begins, and what it fetches as one. */
const STARTS = {
  main: 'src/app/main.tsx',
  booking: 'src/features/booking/booking-page.tsx',
  later: 'src/features/booking/steps-two-to-four.tsx',
  visit: 'src/app/visit.tsx',
  account: 'src/app/account-area.tsx',
  staff: 'src/app/staff-area.tsx',
}
type Start = keyof typeof STARTS
/** What the bundler knows of modules. */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Names the chunk of a module by which pages need it at once; null: the bundler decides. By itself it would make a chunk for each
 * set of the 150 lazy parts that share something, of which the dashboard needs 76.
 */
export function chunkGroups() {
  let needs: [start: Start, modules: Set<string>][] | undefined
  const name = (id: string, graph: Graph) => {
    needs ??= (Object.keys(STARTS) as Start[]).map((start) => [start, neededBy(STARTS[start], graph)])
    return chunkName(
      needs.flatMap(([start, modules]) => (modules.has(id) ? [start] : [])),
      PACKAGE.test(id),
    )
  }
  // What a module needs has a name by itself.
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'by page', name }] }
}

const PACKAGE = /[\\/]node_modules[\\/]|^\0/

/**
 * @param starts which need it
 * @param isPackage whether it changes with package-lock.json alone
 */
export function chunkName(starts: readonly Start[], isPackage: boolean): string | null {
  const isOf = (start: Start) => starts.includes(start)
  // A patient's page of a visit does without the rest of MUI.
  if (isOf('main') && isPackage) return isOf('visit') ? 'vendor' : 'vendor-ui'
  if (isOf('main') || (isOf('booking') && isOf('visit'))) return 'app'
  if (isOf('booking')) return 'booking'
  return starts.join('-') || null
}

/** A module with all that it imports, in turn. */
function neededBy(source: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [path.posix.join(root.replaceAll('\\', '/'), source)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

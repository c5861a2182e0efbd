import { type Graph, idOf, MAIN, neededBy, STAFF, textsIn } from './who-needs.ts'

/** Entry of each page, and its files loaded as one. */
const STARTS = {
  // Most people begin with booking.
  main: [MAIN, 'src/features/booking/booking-page.tsx'],
  later: ['src/features/booking/later-steps.tsx'],
  visit: ['src/app/visit.tsx'],
  account: ['src/app/account-area.tsx'],
  staff: ['src/app/staff-area.tsx'],
}
const PACKAGE = /[\\/]node_modules[\\/]|^\0/
const ENTRIES = [MAIN, 'src/app/visit.tsx'].map(idOf)

/**
 * Names the chunk of a module by which pages need it at once; null: the bundler decides. By itself it would make a chunk for each
 * set of the 150 lazy parts that share something: the dashboard would fetch 76 files.
 */
export function chunkGroups() {
  let needs: [name: string, modules: Set<string>][] | undefined
  const name = (id: string, graph: Graph) => {
    // An entry runs wherever something is imported from its file.
    if (ENTRIES.includes(id)) return null
    needs ??= [
      ...Object.entries(STARTS).map(
        ([start, sources]) => [start, neededBy(sources, graph)] as [string, Set<string>],
      ),
      ['patients', neededBy([MAIN], graph, { without: STAFF, later: true })],
      ['staff-later', neededBy(STAFF, graph, { later: true })],
    ]
    const starts = needs.flatMap(([start, modules]) => (modules.has(id) ? [start] : []))
    const texts = textsIn(id)
    if (texts && !starts.includes('main') && !starts.includes('visit'))
      return texts.part === 'first' ? null : `${texts.part}-${texts.language}`
    return chunkName(starts, PACKAGE.test(id))
  }
  // A module's needs have a name by themselves.
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'by page', name }] }
}

/**
 * @param needs which pages need it at once; 'patients' and 'staff-later' where theirs can come to need it
 * @param isPackage whether it changes with package-lock.json alone
 */
export function chunkName(needs: readonly string[], isPackage: boolean): string | null {
  const isOf = (...starts: string[]) => starts.some((start) => needs.includes(start))
  // The page of an appointment does without MUI.
  if (isOf('main')) return (isPackage ? 'vendor' : 'app') + (isOf('visit') ? '' : '-ui')
  if (isOf('later')) return isOf('visit') ? 'later-visit' : isOf('staff', 'account') ? 'later-staff' : 'later'
  // The shared parts of an appointment's page are one file, of a few icons and schemas.
  if (isOf('visit')) return isOf('patients', 'account', 'staff', 'staff-later') ? 'visit-shared' : 'visit'
  if (!isOf('account', 'staff')) return null
  return needs.filter((need) => need !== 'staff-later').join('-')
}

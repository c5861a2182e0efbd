import { clear, createStore, delMany, entries, get, setMany, type UseStore } from 'idb-keyval'
import { KEPT_MARK, mayHavePages } from './kept-mark.ts'
import type { SealedText } from './seal.ts'

export { mayHavePages }

/** A page as it lies on the device. Only what says nothing of a patient is in the clear. */
export type KeptPage = {
  /** The hash of its query: ids, codes, days and numbers. */
  name: string
  sealed: SealedText
  /** When it was fetched, milliseconds since 1970 by the server's clock. */
  updatedAt: number
  /** Of the build and schema that has written it: another one does not read it. */
  version: string
}

/** Whose pages they are: the id of a staff member, to be read by anyone, and the person, sealed. */
export type Owner = { id: string; sealed: SealedText }

const OWNER = 'owner'
const PAGE = 'page '

let store: UseStore | undefined
const pages = () => {
  store ??= createStore('enamel-pages', 'pages')
  return store
}

/** Counts deletions: what was read or sealed before one may not be stored after it. */
let generation = 0
/** Counts what this load of the app has stored, or is storing. */
let puts = 0

/** Deletes all pages, and what is being written just now does not come after. */
export async function clearPages(): Promise<void> {
  generation++
  const before = puts
  // Another tab that deletes takes the mark away; what this one was storing just then may have come after.
  if (!mayHavePages() && before === 0) return
  await clear(pages())
  // Stored since the deletion began: the mark is theirs.
  if (puts !== before) return
  try {
    localStorage.removeItem(KEPT_MARK)
  } catch {
    // It is only a mark: the next start looks once more.
  }
}

/** To be asked for before something is sealed; `putPages` then knows whether there was a deletion meanwhile. */
export const pagesGeneration = () => generation

/** Stores pages and, where it is given, whose they are. @param of `pagesGeneration` of before they were sealed */
export async function putPages(of: number, kept: readonly KeptPage[], owner?: Owner): Promise<void> {
  if (of !== generation) return
  try {
    localStorage.setItem(KEPT_MARK, '1')
  } catch {
    // Whoever refuses that keeps nothing: without the mark nobody would delete it.
    return
  }
  puts++
  const items: [string, KeptPage | Owner][] = kept.map((page) => [PAGE + page.name, page])
  if (owner) items.push([OWNER, owner])
  await setMany(items, pages())
}

export async function allPages(): Promise<KeptPage[]> {
  if (!mayHavePages()) return []
  const found = await entries<string, KeptPage>(pages())
  return found.flatMap(([key, page]) => (key.startsWith(PAGE) ? page : []))
}

export const dropPages = (names: readonly string[]): Promise<void> =>
  names.length === 0
    ? Promise.resolve()
    : delMany(
        names.map((name) => PAGE + name),
        pages(),
      )

export const readOwner = async (): Promise<Owner | null> =>
  mayHavePages() ? ((await get<Owner>(OWNER, pages())) ?? null) : null

/** Whose pages are on this device: the id of a staff member; null: nobody's. */
export const pagesOwner = async (): Promise<string | null> => (await readOwner())?.id ?? null

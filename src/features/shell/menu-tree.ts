import { placeAt } from '../../paths.ts'

/** An entry of a menu as far as finding one's way needs it: a page, or a branch with entries below. */
export type TreeEntry = { path?: string; children?: readonly TreeEntry[] }

/** Whether an entry is the page that is open, however its address is spelled. */
export function isCurrent(entry: TreeEntry, pathname: string): boolean {
  const open = placeAt(pathname)?.address
  return open !== undefined && open === entry.path
}

/** Whether the open page is somewhere below an entry, which then is expanded (specification, section 2: 'Shell'). */
export function holdsCurrent(entry: TreeEntry, pathname: string): boolean {
  return (entry.children ?? []).some((child) => isCurrent(child, pathname) || holdsCurrent(child, pathname))
}

export type TreeEntry = { path?: string; children?: readonly TreeEntry[] }

const plain = (pathname: string) => pathname.replace(/\/+$/, '')

/** Ignores a slash at the end of the address. */
export function isCurrent(entry: TreeEntry, pathname: string): boolean {
  return entry.path !== undefined && plain(entry.path) === plain(pathname)
}

/** Whether the open page is somewhere below an entry, which then is expanded (specification, section 2: 'Shell'). */
export function holdsCurrent(entry: TreeEntry, pathname: string): boolean {
  return (entry.children ?? []).some((child) => isCurrent(child, pathname) || holdsCurrent(child, pathname))
}

/** The path without the slashes around it: 'book-appointment'. */
export const pathOf = (pathname: string): string => pathname.replace(/^\/+|\/+$/g, '')

/**
 * The title of a page: the capitalised path followed by the clinic name (specification, section 1).
 * The root has no path to name, so it is the clinic alone.
 * @param name of the page in another language than English
 */
export function pageTitle(pathname: string, clinicName: string, name?: string): string {
  const path = pathOf(pathname)
  if (path === '') return clinicName
  return `${name ?? `${path.charAt(0).toUpperCase()}${path.slice(1)}`} | ${clinicName}`
}

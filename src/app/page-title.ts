/**
 * The title of a page: the capitalised path followed by the clinic name (specification, section 1).
 * The root has no path to name, so it is the clinic alone.
 */
export function pageTitle(pathname: string, clinicName: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  return path === '' ? clinicName : `${path.charAt(0).toUpperCase()}${path.slice(1)} | ${clinicName}`
}

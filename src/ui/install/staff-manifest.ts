const STAFF_MANIFEST = '/staff.webmanifest'

/**
 * Sets the manifest for staff, when a staff page is open; the page's HTML only has its address
 * (scripts/build/web-manifest.ts). A visitor of booking keeps the patients' manifest.
 */
export function nameStaffManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const before = link?.getAttribute('href')
  if (!link || before === STAFF_MANIFEST) return
  link.href = STAFF_MANIFEST
  if (before) window.installPrompt = undefined
}

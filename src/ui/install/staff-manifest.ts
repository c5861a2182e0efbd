const STAFF_MANIFEST = '/staff.webmanifest'

/**
 * Names the manifest for staff, once their page is there: the page's HTML says only where it is (scripts/build/web-manifest.ts).
 * Whoever came by way of booking has the patients' manifest still; what the browser offered was about that.
 */
export function nameStaffManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const before = link?.getAttribute('href')
  if (!link || before === STAFF_MANIFEST) return
  link.href = STAFF_MANIFEST
  if (before) window.installPrompt = undefined
}

import type { Page } from '@playwright/test'

/** What the dashboard says of itself in its address: codes, numbers and days, and never a name. */
const OF_DASHBOARD =
  /^\?(?:(?:view|location|status|visit|cancelled|from|to|doctor|page|day|appointment|todo)=[\w-]+(?:&|$))+$/

/** And the audit trail: ids and days. */
const OF_AUDIT = /^\?(?:(?:staff|kind|about|from|to|page)=[\w-]+(?:&|$))+$/

/** And the page of patients: the id of a record, which says nothing of whose it is, or which tab. */
const OF_PATIENTS = /^\?(?:patient=[\da-f-]{36}|view=import)$/

/** And the overview: where, and which weeks. */
const OF_OVERVIEW = /^\?(?:(?:location|period)=\w+(?:&|$))+$/

/** And booking before its app is there: which of the first two steps is shown. */
const OF_BOOKING = ['', '#booking-firstName', '#validation-question']

/** Playwright's own word about a test that does without the service worker. */
const OF_PLAYWRIGHT = 'Service Worker registration blocked by Playwright'

/**
 * Notes whatever should never happen on a page: errors and warnings in the console (violations of the content
 * policy and of hydration among them), exceptions, requests that fail or go to another host, and an address
 * that says more than which page it is and which list it shows.
 * @returns a list that grows
 */
export function watchPage(page: Page, ownUrl: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.text() === OF_PLAYWRIGHT) return
    const kind = message.type()
    if (kind === 'error' || kind === 'warning')
      problems.push(`console ${kind}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${ownUrl}/`) && !/^(?:data|blob):/.test(url)) problems.push(`request to ${url}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A question that nobody waits for any more is called off.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('framenavigated', (frame) => {
    const { pathname, search = '', hash } = URL.parse(frame.url()) ?? {}
    const isKnown =
      (pathname === '/dashboard' && OF_DASHBOARD.test(search)) ||
      (pathname === '/audit' && OF_AUDIT.test(search)) ||
      (pathname === '/overview' && OF_OVERVIEW.test(search)) ||
      (pathname === '/patients' && OF_PATIENTS.test(search))
    const isOdd = search !== '' && !isKnown
    const isOddHash = pathname === '/book-appointment' ? !OF_BOOKING.includes(hash ?? '') : Boolean(hash)
    if (isOdd || isOddHash) problems.push(`address: ${frame.url()}`)
  })
  return problems
}

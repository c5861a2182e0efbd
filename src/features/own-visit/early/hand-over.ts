import type { OwnVisit } from '../../../../contract/own-visit.ts'

/** What is asked for in a form. */
export type Form = 'move' | 'cancel'

/** What the early page of a visit (early.ts) leaves to the app that takes its place. */
type EarlyVisit = {
  token: string
  /** As it was last; left out: the link opens nothing. */
  visit?: OwnVisit
  /** The form that was asked for. */
  opens?: Form
}

declare global {
  interface Window {
    earlyVisit?: EarlyVisit
    /** Of public/early-rest.js. */
    sayNotLoaded?: () => void
  }
}

/** In the page that the build writes (early-visit.tsx). */
export const EARLY_ID = 'early-visit'
export const PARTS_ID = 'visit-parts'
/** Stands at the root element while the early page is shown instead of the app. */
export const SHOWN = 'earlyVisit'

/** What was left to the app, once. @returns null: there was no early page, or it is about another link */
export function takeEarlyVisit(token: string): EarlyVisit | null {
  const { earlyVisit } = window
  delete window.earlyVisit
  return earlyVisit?.token === token ? earlyVisit : null
}

/** Has the app's page take the early one's place. Twice does no harm. */
export function endEarlyVisit(): void {
  delete document.documentElement.dataset[SHOWN]
  document.getElementById(EARLY_ID)?.remove()
}

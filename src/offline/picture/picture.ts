/*
 * A picture of the stored list: what its page last showed, as elements and rules, sealed as the answers are. The next
 * start draws it before the app is there (docs/decisions/041-a-picture-of-the-list.md).
 */

/** A text, or an element: its tag, its attributes, and what is in it. */
export type Drawn = string | readonly [tag: string, attributes: Record<string, string>, ...inside: Drawn[]]

export type Picture = {
  /** What the look of a page depends on besides its rows, as `stageNow` says it. */
  stage: string
  /** Of the window that it was taken in, in pixels: what is below was not. */
  height: number
  /**
   * In milliseconds since 1970 by the device's clock: then 'today' is another day, or the answer that it shows too old to be
   * stored.
   */
  until: number
  /** After so many minutes without a hand the page locks. */
  idleMinutes: number
  /** How high the place of the page is, in pixels, so that a window with a scroll bar has it already. */
  placeHeight: number
  rules: string
  page: Drawn
}

/** In local storage, by the names of the specification (section 3). The light or dark mode needs none: rules hold for both. */
const CHOICES = [
  'I18N_LANGUAGE',
  'layoutType',
  'layoutWidth',
  'leftSideBarType',
  'sidebarSizeType',
  'isPreloader',
]

/**
 * Address, width of the window, and language and layout as they are stored on this device.
 * @throws where the browser refuses its storage: nothing is stored there
 */
export const stageNow = (): string =>
  [location.pathname, location.search, innerWidth, ...CHOICES.map((key) => localStorage.getItem(key))].join()

/** Whether a picture is what the app would show here and now. One cut for a higher window shows enough. */
export const isOfStage = ({ stage, height }: Picture): boolean =>
  stage === stageNow() && height >= innerHeight

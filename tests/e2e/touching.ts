import { expect, type Page } from '@playwright/test'

/** From a word to the line around it there is at least this much, in pixels. */
const LEAST_PX = 3

/**
 * Runs in the page: words that come closer to the line of their box than that, or leave it, and whatever leaves the window.
 * What is there for screen readers alone is a pixel wide, and a text field scrolls in itself.
 */
const FIND = `(least) => {
  const found = []
  const boxOf = (element) => {
    for (let box = element; box; box = box.parentElement)
      if (parseFloat(getComputedStyle(box).borderLeftWidth) > 0) return box.getBoundingClientRect()
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.data.trim()
    const own = text.parentElement
    if (!words || !own.checkVisibility() || own.closest('option, script, style, [data-strip]')) continue
    if (own.getBoundingClientRect().width < 3) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const box = boxOf(own)
    if (left < 0 || right > innerWidth + 0.5) found.push('out of the window: ' + words)
    else if (box && (left - box.left < least || box.right - right < least)) found.push('at its box: ' + words)
  }
  for (const select of document.querySelectorAll('select')) {
    if (select.checkVisibility() && select.scrollWidth > select.clientWidth + 1) found.push('cut off: ' + select.value)
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window')
  return found
}`

/** Holds that no word in the page touches the line of the box that it stands in. */
export const expectNothingTouches = async (page: Page, where: string) =>
  expect(await page.evaluate<string[]>(`(${FIND})(${LEAST_PX})`), where).toEqual([])

import { expect, type Page } from '@playwright/test'

/** Lists of choices, which scroll on purpose: those of pickers, and the strip of days. */
const MEANT = '[role=listbox], textarea, [data-strip]'

/** Runs in the page. What is hidden cannot be scrolled by anyone, and what has no size isn't seen. */
const FIND = `(meant) => [...document.querySelectorAll('body, body *')].filter((box) => {
  const { overflowX, overflowY } = getComputedStyle(box)
  const scrolls = (overflow, content, room) => /auto|scroll/.test(overflow) && room > 0 && content > room + 1
  const { top, bottom } = box.getBoundingClientRect()
  return top < innerHeight && bottom > 0 && !box.closest(meant) &&
    (scrolls(overflowX, box.scrollWidth, box.clientWidth) || scrolls(overflowY, box.scrollHeight, box.clientHeight))
}).map((box) => box.tagName.toLowerCase() + ' ' + box.className + ': ' + box.scrollWidth + ' x ' + box.scrollHeight +
  ' in ' + box.clientWidth + ' x ' + box.clientHeight)`

/**
 * Holds that nothing in view is a box to scroll in, apart from the page itself. What moves may overflow until it stands
 * still.
 */
export const expectNoScrollBox = (page: Page) =>
  expect.poll(() => page.evaluate<string[]>(`(${FIND})(${JSON.stringify(MEANT)})`)).toEqual([])

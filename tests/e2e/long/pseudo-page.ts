import type { Page } from '@playwright/test'
import clinicFacts from '../../../clinic.config.ts'

/** 'Montag', 'Mo', 'März', 'Mär': what Intl writes in the language whose files the pseudo-language stands in for. */
const days = Array.from({ length: 84 }, (_, i) => new Date(Date.UTC(2030, i % 12, i)))
const DATES = (['long', 'short'] as const).flatMap((length) =>
  days.flatMap((day) =>
    (['weekday', 'month'] as const).map((part) =>
      new Intl.DateTimeFormat('de', { [part]: length, timeZone: 'UTC' }).format(day),
    ),
  ),
)

/** What is no text of ours: facts of the clinic, names that people gave, and what Intl writes. */
const DATA = [
  ...DATES,
  clinicFacts.name,
  'Enamel',
  ...clinicFacts.locations.flatMap(({ code, name, address }) => [code, name, address]),
  ...clinicFacts.doctors.flatMap(({ name, department }) => [name, department]),
  ...clinicFacts.services.map(({ name }) => name),
  // Each language is named in itself.
  ...['English', 'Español', 'Deutsch', 'Italiano', 'Русский'],
  'Chidi',
  'Eze',
  'Adaeze',
  "N'Okoye-Bello",
  'Ada',
  'Ad4',
  'Dt.',
  'Dr. Clinic Admin',
  'admin',
  'chidi.eze',
  'Obi',
  'Stocktaking',
  'A filling came out.',
].filter((text) => text)

/**
 * Words on view, or read out, without the marks of the pseudo-language: after what is known as data has been taken
 * away, and dates, times, numbers, addresses and codes with it.
 */
export function unmarkedTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const data = ${JSON.stringify(DATA.sort((a, b) => b.length - a.length))}
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']
    // Countries and days in German come from Intl; MUI's own words from its German ones.
    const skipped = 'option, script, style, [data-status], [role=alert], [role=status], [aria-live], time, [class*=Picker], [class*=Calendar], [class*=MuiPickers], [translate=no], body [lang], svg, pre, code, input'
    const found = new Set()
    const look = (text, where) => {
      // A name that may not break has no plain spaces.
      let rest = text.replaceAll('\\u00a0', ' ')
      // A text may stand in another, and that in a third.
      for (let before = ''; before !== rest; ) rest = (before = rest).replace(/⟦[^⟦⟧]*⟧/g, ' ')
      for (const known of data) rest = rest.replaceAll(known, ' ')
      rest = rest.replace(/\\S*@\\S+|\\bada\\.[\\da-f]{8}\\b|https?:\\S+|\\b[A-Z0-9]{4,}(?:-\\d+)?\\b/g, ' ')
      if (/\\p{L}{2}/u.test(rest)) found.add(where + ': ' + text.trim().slice(0, 80))
    }
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent || parent.closest(skipped) || !isSeen(parent)) continue
      // A sentence may be in parts: the marks are looked for in the whole of it.
      if (walker.currentNode.data.trim()) look(walker.currentNode.data, parent.tagName.toLowerCase())
    }
    for (const element of document.querySelectorAll(spoken.map((name) => '[' + name + ']').join())) {
      if (element.closest('script, style, [class*=Picker], [class*=Calendar]') || !isSeen(element)) continue
      for (const name of spoken) if (element.hasAttribute(name)) look(element.getAttribute(name), name)
    }
    return [...found]
  })()`)
}

/** Texts that reach beyond what shows of them, and a page that is wider than its window. */
export function notCutOff(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page: ' + document.documentElement.scrollWidth + ' px')
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      if (!own || !element.checkVisibility({ visibilityProperty: true })) continue
      const { clipPath, overflowX, position, textOverflow } = getComputedStyle(element)
      // Hidden from sight on purpose, or in a list of the device's own.
      if (clipPath !== 'none' || position === 'absolute' || element.matches('option, select')) continue
      const isCut = (overflowX !== 'visible' || textOverflow === 'ellipsis') && element.scrollWidth > element.clientWidth + 1
      const { left, right, width } = element.getBoundingClientRect()
      const scroller = element.closest('[data-scrolls], [tabindex="0"]')
      const isOutside = width > 0 && !scroller && (left < -1 || right > innerWidth + 1)
      if (isCut || isOutside) found.push((isCut ? 'cut: ' : 'outside: ') + element.textContent.trim().slice(0, 80))
    }
    return found
  })()`)
}

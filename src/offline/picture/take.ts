import type { Drawn } from './picture.ts'

/*
 * What a page shows, as data. Its elements themselves are read, so that the words are those that the app has written. Two
 * attributes say in what the next start's first render differs from what stands there by then:
 *   data-first="n"       only the first n of its children are there
 *   data-pictured="text" it says this instead
 *   data-passing         it is not there: what it says holds for seconds
 */

/** Of use to scripts and screen readers, who wait for the app. */
const LEFT_OUT =
  /^(?:on.*|id|for|name|value|title|tabindex|aria-(?:labelledby|describedby|controls|live|keyshortcuts)|data-(?:first|pictured|row|highlight))$/
/** Emotion names its classes by their rules: which of these are of use, says the class. */
const MADE = /\.(css-[\w-]+)/g
/** Rules of the page itself, which hold around the picture, and of the frame that it stands in. */
const OF_THE_PAGE =
  /^(?::root|html|body|\[data-mode)|#|\.s-|\.not-loaded|\[data-(?:start|layout|top|side|waits|boxed)/
/** Nobody has the time to point at anything in a picture. */
const WHEN_USED = /:(?:hover|active|focus)|\.Mui-/

/**
 * What is shown of a page down to the window's edge.
 * @param place the page; the `main` around it, which has rules for it, is part of the picture
 * @param height in pixels
 */
export function drawnOf(place: Element, height: number): Drawn {
  const bottom = place.getBoundingClientRect().top + height
  const page = elementOf(place, bottom)
  const around = place.closest('main')
  return around ? [around.localName, attributesOf(around), page] : page
}

function elementOf(element: Element, bottom: number): Drawn {
  const instead = element.getAttribute('data-pictured')
  const first = element.getAttribute('data-first')
  const later = first === null ? [] : [...element.children].slice(Number(first))
  const inside = [...element.childNodes].flatMap((node): Drawn[] => {
    if (node instanceof Text) return [instead || node.data]
    return node instanceof Element && !later.includes(node) && !isBelow(node, bottom) && !isPassing(node)
      ? [elementOf(node, bottom)]
      : []
  })
  // In the colour of its words there is meaning too.
  const attributes = instead ? { class: element.className } : attributesOf(element)
  return [element.localName, attributes, ...inside]
}

/** Of rows alone: other elements may have a place of their own. */
const isBelow = (element: Element, bottom: number) =>
  element.matches('tr, li') && element.getBoundingClientRect().top > bottom

const isPassing = (element: Element) => element.hasAttribute('data-passing')

function attributesOf(element: Element): Record<string, string> {
  const all = [...element.attributes].filter(({ name }) => !LEFT_OUT.test(name))
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** The rules of this document that a picture needs, in their order. */
export function rulesFor(page: Drawn): string {
  const classes = new Set(classesIn(page))
  return [...new Set([...document.styleSheets].flatMap((sheet) => rulesIn(sheet.cssRules, classes)))].join('')
}

function classesIn(drawn: Drawn): string[] {
  if (typeof drawn === 'string') return []
  const [, attributes, ...inside] = drawn
  return [...(attributes.class?.split(' ') ?? []), ...inside.flatMap(classesIn)]
}

function rulesIn(rules: CSSRuleList, classes: ReadonlySet<string>): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText, classes) ? [rule.cssText] : []
    if (!(rule instanceof CSSGroupingRule) || rule.cssText.startsWith('@media print')) return []
    const inside = rulesIn(rule.cssRules, classes)
    const head = rule.cssText.slice(0, rule.cssText.indexOf('{'))
    return inside.length > 0 ? [`${head}{${inside.join('')}}`] : []
  })
}

function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  if (WHEN_USED.test(selector)) return false
  const made = [...selector.matchAll(MADE)].map(([, name = '']) => name)
  return made.length > 0 ? made.some((name) => classes.has(name)) : !OF_THE_PAGE.test(selector)
}

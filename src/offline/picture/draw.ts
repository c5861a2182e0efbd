import type { Drawn, Picture } from './picture.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** What leads nowhere before the app is there comes with it, and has its room until then. */
const OWN_RULES =
  ':host{display:block;flex:1;min-width:0;color:var(--mui-palette-text-primary)}' +
  'button,input,select,label{visibility:hidden!important}'

/**
 * Draws a picture in a place of the page. It stands in a shadow root: its rules are its own, and no script that looks for
 * the app's rows takes these for them.
 * @param place goes
 * @returns what stands there instead
 */
export function draw({ page, rules, placeHeight }: Picture, place: Element): Element {
  const host = document.createElement('div')
  // Says that it is there to whoever measures when (bench/offline.ts).
  host.dataset.picture = ''
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${rules}${OWN_RULES}:host{min-height:${Number(placeHeight)}px}`)
  root.adoptedStyleSheets = [sheet]
  // Some rules go by what stands on the page's own root, as its mode does.
  const around = document.createElement('div')
  Object.assign(around.dataset, document.documentElement.dataset)
  append(around, page, false)
  root.append(around)
  // The shapes have nothing to say, and this has.
  place.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
  place.replaceWith(host)
  return host
}

function append(parent: Element, drawn: Drawn, isInSvg: boolean): void {
  if (typeof drawn === 'string') {
    parent.append(drawn)
    return
  }
  const [tag, attributes, ...inside] = drawn
  const isSvg = isInSvg || tag === 'svg'
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    // The policy refuses the attribute, and not what it says.
    if (name === 'style') element.style.cssText = value
    else element.setAttribute(name, value)
  }
  for (const each of inside) append(element, each, isSvg)
  parent.append(element)
}

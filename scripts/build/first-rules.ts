/** What is only seen once somebody points, presses or prints, in colours of their own, or after a step of the page. */
const LATER_BLOCK = /^@keyframes|^@media[^{]*(?:\bprint\b|forced-colors|prefers-reduced-motion|\(\s*hover)/
const LATER_STATE =
  /:hover|:active|\.Mui-disabled|\.Mui-focusVisible|::-moz-focus-inner|::backdrop|\[aria-(?:busy|pressed)=true\]|\[data-later=true\]|\[data-early-step\]|\.not-loaded/
/** Of a rule that is seen at first: what a pointer finds, and what MUI's button has for other kinds and states of it. */
const LATER_DECLARATION =
  /^(?:cursor|transition|user-select|-webkit-user-select|-webkit-tap-highlight-color|scroll-padding-\w+|--_focusVisible-\w+|--variant-(?:text|contained)\w+):/
const LATER_IN_RULE = new RegExp(`[{;]${LATER_DECLARATION.source.slice(1)}`)
/** What a rule holds without is no state of it. */
const NOT = /:not\([^()]*\)/g
/** Not those in brackets: `:is(nav, section)` is one selector. */
const BETWEEN_SELECTORS = /,(?![^()]*\))/

/**
 * Parts rules by when they are seen: on a slow line each kilobyte before the first paint is 20 ms. Both parts keep their order, and
 * what is seen later comes after all that is seen at first: a state has the last word over what it is a state of.
 */
export function firstRules(css: string): { first: string; later: string } {
  const parts = { first: '', later: '' }
  for (const rule of topLevelRules(css)) {
    if (isLater(rule)) parts.later += rule
    else if (rule.startsWith('@')) {
      if (LATER_IN_RULE.test(rule))
        throw new Error(`What a pointer finds would come behind what changes it for some screens: ${rule}`)
      parts.first += rule
    } else {
      const [, selector = '', body = ''] = /^([^{]*)\{([^}]*)\}$/.exec(rule) ?? []
      const declarations = body.split(';').filter(Boolean)
      const later = declarations.filter((each) => LATER_DECLARATION.test(each))
      if (later.length > 0) parts.later += `${selector}{${later.join(';')}}`
      const rest = withoutOverridden(declarations.filter((each) => !later.includes(each)))
      if (rest.length > 0) parts.first += `${selector}{${rest.join(';')}}`
    }
  }
  return parts
}

/**
 * Leaves out what a rule says of one property before its last word on it: of a component's variants all but one. So a value for
 * browsers that do not know the next one is left out too: the build is for none of them.
 */
function withoutOverridden(declarations: readonly string[]): string[] {
  const last = new Map(declarations.map((each, at) => [each.slice(0, each.indexOf(':')), at]))
  return declarations.filter((each, at) => last.get(each.slice(0, each.indexOf(':'))) === at)
}

function isLater(rule: string): boolean {
  const head = rule.slice(0, rule.indexOf('{'))
  if (!head.startsWith('@'))
    return head.split(BETWEEN_SELECTORS).every((each) => LATER_STATE.test(each.replaceAll(NOT, '')))
  if (LATER_BLOCK.test(head)) return true
  // A width: what is in it decides.
  const inside = head.startsWith('@media')
    ? topLevelRules(rule.slice(head.length + 1, rule.lastIndexOf('}')))
    : []
  return inside.length > 0 && inside.every(isLater)
}

/** Each with all that it holds. No rule of ours has a brace in a text. */
function topLevelRules(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) {
      rules.push(css.slice(start, at + 1))
      start = at + 1
    }
  }
  return rules
}

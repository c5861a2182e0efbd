/** A rule that declares the theme's variables, in its light or its dark scheme or for both. */
const DECLARES = /((?::root|\[data-mode)[^{}]*)\{([^{}]*)\}/g
const NAME = /--[\w-]+/g

/**
 * Parts the theme's variables: those that are seen at first, and those that only what comes later needs, which are most of
 * them. On a slow line each kilobyte before the first paint is 20 ms.
 * @param css that stands before the first paint
 * @param shown what else is there by then, and may name one: markup, scripts
 * @returns both as rules with the selectors that they had
 */
export function firstVariables(css: string, shown: string): { first: string; later: string } {
  const declared = [...css.matchAll(DECLARES)].flatMap(([, , body = '']) => declarationsIn(body))
  const needed = new Set<string>()
  const need = (text: string) => {
    for (const [name] of text.matchAll(NAME)) {
      if (needed.has(name)) continue
      needed.add(name)
      for (const declaration of declared)
        if (declaration.startsWith(`${name}:`)) need(declaration.slice(name.length))
    }
  }
  need(css.replace(DECLARES, ''))
  need(shown)
  const isLater = (declaration: string) => {
    // Without one it is no variable, as the colour scheme.
    const [name] = /^--[\w-]+/.exec(declaration) ?? []
    return name !== undefined && !needed.has(name)
  }
  const rule = (selector: string, declarations: readonly string[]) =>
    declarations.length > 0 ? `${selector}{${declarations.join(';')}}` : ''
  const later: string[] = []
  const first = css.replace(DECLARES, (_rule, selector: string, body: string) => {
    const declarations = declarationsIn(body)
    later.push(rule(selector, declarations.filter(isLater)))
    return rule(
      selector,
      declarations.filter((each) => !isLater(each)),
    )
  })
  return { first, later: later.join('') }
}

const declarationsIn = (body: string) => body.split(';').filter((declaration) => declaration !== '')

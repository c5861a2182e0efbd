/**
 * Parts of the book that other files find in the page. They are marked by a data attribute: class names are for styles
 * and may change.
 */
export type Part = 'block' | 'waiter' | 'gap' | 'row' | 'open' | 'step' | 'edge' | 'corner' | 'columns'

/** The attribute of a part, to be spread into its element. */
export const part = (name: Part) => ({ 'data-part': name })

const selectorOf = (names: readonly Part[]) => names.map((name) => `[data-part=${name}]`).join()

/** The innermost of these parts that an event or an element is in. */
export function partAround(target: EventTarget | null, ...names: Part[]): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selectorOf(names)) : null
}

export function partIn(within: ParentNode | null | undefined, name: Part): HTMLElement | null {
  return within?.querySelector<HTMLElement>(selectorOf([name])) ?? null
}

export function partsIn(within: ParentNode | null | undefined, name: Part): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>(selectorOf([name])) ?? [])]
}

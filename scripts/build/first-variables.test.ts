import { expect, it } from 'vitest'
import { firstVariables } from './first-variables.ts'

const CSS =
  ':root,[data-mode="light"]{color-scheme:light;--ink:#000;--edge:var(--ash, #888);--ash:#999;--ink-red:#f00;}' +
  ':root{--gap:8px;--wide:9px;}[data-mode="dark"]{color-scheme:dark;--ink:#fff;--ash:#777;--ink-red:#f88;}'

it('leaves first what a rule or the markup names, with what that is made of, and the rest for later', () => {
  const rule = 'p{color:var(--ink);--own:var(--gap)}'
  expect(firstVariables(CSS + rule, '<path stroke="var(--edge)">')).toEqual({
    first:
      ':root,[data-mode="light"]{color-scheme:light;--ink:#000;--edge:var(--ash, #888);--ash:#999}' +
      ':root{--gap:8px}[data-mode="dark"]{color-scheme:dark;--ink:#fff;--ash:#777}' +
      rule,
    later: ':root,[data-mode="light"]{--ink-red:#f00}:root{--wide:9px}[data-mode="dark"]{--ink-red:#f88}',
  })
})

it('leaves nothing for later where all is named', () =>
  expect(firstVariables(CSS, '--ink --edge --ink-red --gap --wide').later).toBe(''))

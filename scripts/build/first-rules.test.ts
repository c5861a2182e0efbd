import { expect, it } from 'vitest'
import { firstRules } from './first-rules.ts'

it.each([
  '.a:hover{color:red}',
  '.a:not(:disabled):hover{color:red}',
  '.a.Mui-disabled{color:red}',
  '.a:hover,.a:active{color:red}',
  '.a [aria-busy=true]{color:red}',
  '[data-early-step] .a>:is(nav, section){display:none}',
  'body::backdrop{color:red}',
  '.not-loaded p{margin:0}',
  '@keyframes a{to{visibility:visible}}',
  '@media print{.a{color:red}}',
  '@media (prefers-reduced-motion: reduce){*{transition-duration:0s}}',
  '@media (forced-colors: active){.a{color:red}.b{color:red}}',
  '@media (hover: hover){.a:hover{color:red}}',
  '@media (max-width:599.95px){.a[data-later=true]{gap:8px}}',
])('leaves for later: %s', (rule) => expect(firstRules(rule)).toEqual({ first: '', later: rule }))

it.each([
  '.a{color:red}',
  ':focus-visible{outline:2px solid}',
  '.a:focus{outline:none}',
  '.a:not(:hover){color:red}',
  // Holds without the state too.
  '.a,.a:hover{color:red}',
  '@media (max-width:599.95px){.a{gap:8px}.a[data-later=true]{gap:4px}}',
  '@media (prefers-color-scheme:dark){:root{color-scheme:dark}}',
  ':root{--gap:8px}',
])('shows at first: %s', (rule) => expect(firstRules(rule)).toEqual({ first: rule, later: '' }))

it('leaves for later of a rule what only a pointer finds', () =>
  expect(
    firstRules(
      '.a{color:red;cursor:pointer;transition:color 1ms cubic-bezier(0, 0, 0, 1);gap:0;}.b{cursor:wait}',
    ),
  ).toEqual({
    first: '.a{color:red;gap:0}',
    later: '.a{cursor:pointer;transition:color 1ms cubic-bezier(0, 0, 0, 1)}.b{cursor:wait}',
  }))

it('leaves for later what a button has for its other kinds', () =>
  expect(
    firstRules('.a{--variant-textColor:red;--variant-outlinedColor:red;--_focusVisible-offset:1}'),
  ).toEqual({
    first: '.a{--variant-outlinedColor:red}',
    later: '.a{--variant-textColor:red;--_focusVisible-offset:1}',
  }))

it('shows of a property its last word alone', () =>
  expect(firstRules('.a{padding:0;color:red;padding:1px;--a:0;padding-top:2px;--a:1}').first).toBe(
    '.a{color:red;padding:1px;padding-top:2px;--a:1}',
  ))

it('is refused where a screen of some width changes what would come behind it', () =>
  expect(() => firstRules('.a{cursor:wait}@media (max-width:9px){.a{gap:0;cursor:help}}')).toThrow(
    'cursor:help',
  ))

it('keeps the order of each part, and all of the rules', () =>
  expect(firstRules('.a{gap:0}.a:hover{gap:1px}@media print{.a{gap:2px}}.b{gap:3px}')).toEqual({
    first: '.a{gap:0}.b{gap:3px}',
    later: '.a:hover{gap:1px}@media print{.a{gap:2px}}',
  }))

import { expect, it } from 'vitest'
import { shapesIn } from './lucide.ts'

const LINES =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

it.each([
  ['one path', `<path ${LINES} d="M8 3v3"/>`, [['path', { d: 'M8 3v3' }]]],
  [
    'a group',
    `<g ${LINES}><path d="M8 3v3"/><circle cx="12" cy="11" r="4"/></g>`,
    [
      ['path', { d: 'M8 3v3' }],
      ['circle', { cx: '12', cy: '11', r: '4' }],
    ],
  ],
  [
    'a dot of its own colour',
    `<g ${LINES}><circle cx="7" cy="7" r=".5" fill="currentColor"/></g>`,
    [['circle', { cx: '7', cy: '7', r: '.5', fill: 'currentColor' }]],
  ],
])('an icon of %s is its shapes, without what all icons have', (_, drawing, shapes) =>
  expect(shapesIn(drawing)).toEqual(shapes),
)

it.each(['<text>A</text>', `<path fill-rule="evenodd" d="M8 3v3"/>`])('%s is refused', (drawing) =>
  expect(() => shapesIn(drawing)).toThrow('more than shapes'),
)

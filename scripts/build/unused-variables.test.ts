import { expect, it } from 'vitest'
import { dropUnusedVariables } from './unused-variables.ts'

const CSS =
  ':root{--mui-palette-primary-main:#0B6E6E;--mui-palette-Alert-errorColor:rgb(1, 2, 3);' +
  '--mui-palette-Button-inheritContainedBg:var(--mui-palette-grey-300, #e0e0e0);--mui-palette-grey-A100:#f5f5f5;}'

it('keeps what belongs to everyone and what some module uses', () => {
  const kept = dropUnusedVariables(CSS, ['const a = 1', 'theme.vars.palette.Button.inheritContainedBg'])
  expect(kept).toBe(
    ':root{--mui-palette-primary-main:#0B6E6E;' +
      '--mui-palette-Button-inheritContainedBg:var(--mui-palette-grey-300, #e0e0e0);--mui-palette-grey-A100:#f5f5f5;}',
  )
})

it.each([['theme.vars.palette.Alert[name]'], ['theme.vars?.palette?.Alert.errorColor']])(
  'sees the use in %s',
  (source) => expect(dropUnusedVariables(CSS, [source])).toContain('--mui-palette-Alert-errorColor'),
)

it('does not take one component for another', () => {
  expect(dropUnusedVariables(CSS, ['palette.AlertTitle.x'])).not.toContain('--mui-palette-Alert-')
})

it.each([
  ['theme.typography.h1.fontSize', ':root{--mui-spacing:8px;}'],
  ['theme.vars.font.h1', ':root{--mui-spacing:8px;--mui-font-h1:600 1rem/1.5 system-ui;}'],
])('keeps whole fonts only where one is used: %s', (source, kept) =>
  expect(
    dropUnusedVariables(':root{--mui-spacing:8px;--mui-font-h1:600 1rem/1.5 system-ui;}', [source]),
  ).toBe(kept),
)

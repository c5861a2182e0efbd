import { expect, it } from 'vitest'
import { holdsCurrent, isCurrent } from './menu-tree.ts'

const leaf = { path: '/config' }
const branch = { children: [{ path: '/dashboard' }, { children: [leaf] }] }

it.each([
  ['/config', true],
  ['/config/', true],
  ['/Config', true],
  ['/configuration', false],
  ['/config/more', false],
  ['/', false],
])('the entry of /config is the current one at %s: %s', (pathname, current) =>
  expect(isCurrent(leaf, pathname)).toBe(current),
)

it('a placeholder is never the current entry', () => expect(isCurrent({}, '/')).toBe(false))

it.each([
  ['/dashboard', true],
  ['/config', true],
  ['/profile', false],
])('a branch is expanded at %s: %s', (pathname, expanded) =>
  expect(holdsCurrent(branch, pathname)).toBe(expanded),
)

it('an entry does not stand below itself', () => expect(holdsCurrent(leaf, '/config')).toBe(false))

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../build/build-info.ts'
import { withoutTheme } from './own-theme.ts'

it("MUI's own theme is not made", () => {
  const file = path.join(root, 'node_modules/@mui/material/styles/defaultTheme.mjs')
  expect(withoutTheme(readFileSync(file, 'utf8'))).toMatch(/^const defaultTheme = \{\};$/m)
})

it('the build says when MUI makes it in another way', () =>
  expect(() => withoutTheme('export default lazily()')).toThrow('another way'))

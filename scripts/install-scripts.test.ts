import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

it('only the named packages run a script at installation', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const wanting = Object.entries(packages)
    // The empty path is Enamel itself.
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(wanting.length).toBeGreaterThan(1)
  expect(Object.keys(packageJson.allowScripts).sort()).toEqual([...new Set(wanting)].sort())
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import benchPackageJson from '../bench/package.json' with { type: 'json' }
import packageJson from '../package.json' with { type: 'json' }
import extractsPackageJson from './extracts/package.json' with { type: 'json' }

const page = readFileSync('docs/dependencies.md', 'utf8')
const [, light = '', server = '', development = '', bench = ''] = page.split(/^## /m)
const named = (section: string) => [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)

it.each([
  ['a file of ours', light, extractsPackageJson.dependencies],
  ['a server', server, packageJson.dependencies],
  ['development', development, packageJson.devDependencies],
  ['a measurement of the page', bench, benchPackageJson.dependencies],
])('docs/dependencies.md has every package that %s needs, and no other', (_, section, packages) =>
  expect(named(section)).toEqual(Object.keys(packages).sort()),
)

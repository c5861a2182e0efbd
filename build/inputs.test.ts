import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inputsHash } from './inputs.ts'

describe('the hash of the build inputs', () => {
  let root: string
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'enamel-inputs-'))
    await write('src/app/main.tsx', 'one')
    await write('clinic.config.ts', 'clinic')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('is the same while nothing changes', async () => {
    expect(await inputsHash(root, {})).toBe(await inputsHash(root, {}))
  })

  it.each([
    ['a source file', 'src/app/main.tsx', 'two'],
    ['a new file in a folder', 'src/ui/new.tsx', 'new'],
    ['the builder', 'scripts/build/page.ts', 'other page'],
    ['how it is run', 'build/lock.ts', 'other lock'],
    ['the service worker', 'sw/sw.ts', 'worker'],
    ['the headers of the pages', 'server/operations/web/security-headers.ts', 'stricter'],
    ['the clinic', 'clinic.config.ts', 'other clinic'],
    ['the lock file', 'package-lock.json', '{}'],
    ['a page of the documentation', 'docs/operations.md', '# Operations'],
    ['what the documentation links to', 'CHANGELOG.md', '# Changes'],
  ])('changes with %s', async (_, name, text) => {
    const before = await inputsHash(root, {})
    await write(name, text)
    expect(await inputsHash(root, {})).not.toBe(before)
  })

  it('changes with a setting that is baked in', async () => {
    const plain = await inputsHash(root, {})
    expect(await inputsHash(root, { PORTAL_TOKEN: 'other' })).not.toBe(plain)
    expect(await inputsHash(root, { VITE_API_BASE_URL: 'https://api.example.com' })).not.toBe(plain)
  })

  it('does not change with a test, a build or another setting', async () => {
    const before = await inputsHash(root, {})
    await write('src/app/main.test.ts', 'test')
    await write('dist/client/index.html', 'built')
    expect(await inputsHash(root, { PORT: '4000' })).toBe(before)
  })
})

it('the hash of the build inputs is computed even when few files may be open at once', () => {
  const made = `import(${JSON.stringify(new URL('./inputs.ts', import.meta.url).href)}).then((m) => m.inputsHash('.', {})).then(console.log)`
  const limited = ['-c', 'ulimit -n 100 && exec "$0" -e "$1"', process.execPath, made]
  expect(execFileSync('sh', limited, { encoding: 'utf8', stdio: 'pipe' })).toMatch(/^[0-9a-f]{64}$/m)
})

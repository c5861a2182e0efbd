import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { isRunning } from '../../build/is-running.ts'

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run of tests that ends by %s leaves no PostgreSQL and no folder behind',
  async (signal) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-cleared-'))
    await chmod(dataDir, 0o755)
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const fixture = fileURLToPath(new URL('clear-afterwards.fixture.ts', import.meta.url))
    const run = spawn(process.execPath, [fixture, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(run.stdout.setEncoding('utf8'), 'data')
    const pid = Number(line)
    expect(await isRunning(pid)).toBe(true)
    run.kill(signal)
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect.poll(() => stat(dataDir).then(Boolean, () => false)).toBe(false)
  },
)

it('a signal to npm reaches the tests: no shell stands between that would end alone', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const tests = Object.entries(scripts).filter(([name]) => /^test\b/.test(name))
  expect(tests.map(([name]) => name)).toEqual(['test', 'test:unit', 'test:browser', 'test:long'])
  for (const [, command] of tests) expect(command).toMatch(/^exec [^&|;]+$/)
})

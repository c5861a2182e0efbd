import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
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

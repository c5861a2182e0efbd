import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import nodeFlags from './node-flags.json' with { type: 'json' }

const launcher = fileURLToPath(new URL('launch.mjs', import.meta.url))
const flagsFile = fileURLToPath(new URL('node-flags.json', import.meta.url))
const run = promisify(execFile)

/**
 * A checkout with the launcher in it, run by a Node that pretends to be version 20 when asked: then the
 * launcher must find the project's own.
 */
async function checkout({ modules = true, pinned = true } = {}) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'enamel-launch-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(path.join(root, 'scripts'))
  await copyFile(launcher, path.join(root, 'scripts', 'launch.mjs'))
  await copyFile(flagsFile, path.join(root, 'scripts', 'node-flags.json'))
  if (modules) await mkdir(path.join(root, 'node_modules', 'node', 'bin'), { recursive: true })
  if (modules && pinned)
    await symlink(process.execPath, path.join(root, 'node_modules', 'node', 'bin', 'node'))
  const pretend = path.join(root, 'pretend-20.mjs')
  await writeFile(pretend, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })\n")
  const command = (old: boolean, script: string, ...args: string[]) => [
    ...(old ? ['--import', pretend] : []),
    path.join(root, 'scripts', 'launch.mjs'),
    script,
    ...args,
  ]
  return {
    root,
    async write(name: string, text: string) {
      await writeFile(path.join(root, name), text)
      await chmod(path.join(root, name), 0o644)
    },
    run: (old: boolean, script: string, ...args: string[]) =>
      run(process.execPath, command(old, script, ...args), { cwd: root }),
    spawn(old: boolean, script: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
      const child = spawn(process.execPath, command(old, script), {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...env },
        // A separate process group, so that a failed test leaves no script behind: the run would wait for it.
        detached: true,
      })
      onTestFinished(() => endGroup(child))
      return child
    },
  }
}

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

const firstLine = async (child: ChildProcess) =>
  String(await once(child.stdout!.setEncoding('utf8'), 'data')).trim()

// Each starts two processes of Node, which takes seconds on a busy machine.
describe('the launcher', { timeout: 30_000 }, () => {
  it.each([{ old: true }, { old: false }])(
    'runs TypeScript with its arguments (old Node: $old)',
    async ({ old }) => {
      const { root, write, run } = await checkout()
      await write('main.ts', 'const args: string[] = process.argv.slice(1)\nconsole.log(args.join(" "))\n')
      const { stdout, stderr } = await run(old, 'main.ts', 'one', '--two')
      expect(stdout.trim()).toBe(`${path.join(root, 'main.ts')} one --two`)
      expect(stderr).toBe('')
    },
  )

  it.each([{ old: true }, { old: false }])(
    'ends with the code of the script (old Node: $old)',
    async ({ old }) => {
      const { write, run } = await checkout()
      await write('main.ts', 'process.exit(7)\n')
      await expect(run(old, 'main.ts')).rejects.toMatchObject({ code: 7 })
    },
  )

  it.each([{ old: true }, { old: false }])(
    'gives the server, and nothing else, the flags that save memory (old Node: $old)',
    async ({ old }) => {
      const { root, write, run } = await checkout()
      await mkdir(path.join(root, 'server'))
      await write(
        'server/main.ts',
        'console.log(process.execArgv.join(" "), process.argv.slice(2).join(" "))\n',
      )
      await write('other.ts', 'console.log(process.execArgv.join(" "))\n')
      const flags = nodeFlags.server.join(' ')
      expect((await run(old, path.join('server', 'main.ts'), '--demo')).stdout).toContain(`${flags} --demo`)
      expect((await run(old, 'other.ts')).stdout).not.toContain(flags)
    },
  )

  it('runs the server in the started process, so that signals reach it', async () => {
    const { root, write, spawn } = await checkout()
    await mkdir(path.join(root, 'server'))
    await write('server/main.ts', 'console.log(process.pid)\nsetInterval(() => {}, 1000)\n')
    const child = spawn(false, path.join(root, 'server', 'main.ts'))
    expect(await firstLine(child)).toBe(String(child.pid))
  })

  it.each([{ signal: 'SIGTERM' }, { signal: 'SIGINT' }, { signal: 'SIGHUP' }] as const)(
    'passes $signal on and waits for the script to end by itself',
    async ({ signal }) => {
      const { write, spawn } = await checkout()
      await write(
        'main.ts',
        `process.on('${signal}', () => setTimeout(() => process.exit(5), 50))\nsetInterval(() => {}, 1000)\nconsole.log('ready')\n`,
      )
      const child = spawn(true, 'main.ts')
      await firstLine(child)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([5, null])
    },
  )

  it('ends by the signal that ended the script', async () => {
    const { write, spawn } = await checkout()
    await write('main.ts', "process.kill(process.pid, 'SIGKILL')\n")
    expect(await once(spawn(true, 'main.ts'), 'exit')).toEqual([null, 'SIGKILL'])
  })

  it('lets a script see that its launcher was killed', async () => {
    const { write, spawn } = await checkout()
    const lifecycle = fileURLToPath(new URL('../server/platform/process/lifecycle.ts', import.meta.url))
    await write(
      'main.ts',
      `import { startLifecycle } from ${JSON.stringify(lifecycle)}
       startLifecycle({ log: { info() {}, error() {} } as never }).onShutdown('words', () => console.log('stopped'))
       setInterval(() => {}, 1000)
       console.log('ready')\n`,
    )
    const child = spawn(true, 'main.ts')
    await firstLine(child)
    const closed = once(child, 'close')
    let rest = ''
    child.stdout!.on('data', (text: string) => {
      rest += text
    })
    child.kill('SIGKILL')
    // The pipe closes once the script, which inherited it, is gone too.
    await closed
    expect(rest).toContain('stopped')
  })

  it.each([
    {
      what: 'node_modules is missing',
      options: { modules: false },
      says: /^Nothing is installed yet: run npm ci in .+\.$/,
    },
    {
      what: 'install scripts were off',
      options: { pinned: false },
      says: /^Enamel needs Node 24, this is 20\.20\.2, .+ without install scripts: .+\.$/,
    },
  ])('reports in one sentence that $what', async ({ options, says }) => {
    const { run } = await checkout(options)
    const failure = await run(true, 'main.ts').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 1, stdout: '' })
    expect((failure as { stderr: string }).stderr.trim()).toMatch(says)
  })
})

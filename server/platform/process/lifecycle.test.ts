import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const fixture = fileURLToPath(new URL('lifecycle.fixture.ts', import.meta.url))

type Running = {
  child: ChildProcess
  says(word: string): Promise<void>
  end(): Promise<{ code: number | null; words: string[] }>
}

function run(args: string[], command = [process.execPath], env: NodeJS.ProcessEnv = process.env): Running {
  const [program = '', ...before] = command
  const child = spawn(program, [...before, fixture, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const closed = once(child, 'close')
  return {
    child,
    async says(word) {
      while (!output.includes(word)) await once(child.stdout, 'data')
    },
    async end() {
      const [code] = await closed
      return { code, words: output.trim().split('\n').slice(1) }
    },
  }
}

describe('the end of the process', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'runs the steps in reverse order on %s, with code 0',
    async (signal) => {
      const running = run(['works'])
      await running.says('ready')
      running.child.kill(signal)
      expect(await running.end()).toEqual({ code: 0, words: ['third', 'second', 'first'] })
    },
  )

  it('runs the remaining steps when one fails, and returns an error code', async () => {
    const running = run(['fails'])
    await running.says('ready')
    running.child.kill('SIGTERM')
    expect(await running.end()).toEqual({ code: 1, words: ['third', 'first'] })
  })

  it('comes even when a step hangs', async () => {
    const running = run(['hangs', '200'])
    await running.says('ready')
    running.child.kill('SIGTERM')
    expect(await running.end()).toEqual({ code: 1, words: ['third', 'second'] })
  })

  it('comes at once on a second signal, but not on a repeated one', async () => {
    const running = run(['hangs', '20000'])
    await running.says('ready')
    const began = performance.now()
    running.child.kill('SIGINT')
    await running.says('second')
    const again = setInterval(() => running.child.kill('SIGINT'), 50)
    onTestFinished(() => clearInterval(again))
    expect(await running.end()).toEqual({ code: 130, words: ['third', 'second'] })
    // A busy machine can only make it more.
    expect(performance.now() - began).toBeGreaterThan(1000)
  })

  it('comes when the npm that started it is killed', async () => {
    const env = { ...process.env, npm_lifecycle_event: 'start' }
    // The shell replaces npm: it stays as the parent, and forwards nothing when killed.
    const running = run(['works'], ['sh', '-c', '"$0" "$@"; exit $?', process.execPath], env)
    await running.says('ready')
    running.child.kill('SIGKILL')
    expect((await running.end()).words).toEqual(['third', 'second', 'first'])
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

/** Some minutes on a machine of its own; a busy one takes many times as long. */
const WITHIN_MS = 20 * 60_000

it(
  'every scenario of the chaos suite holds in its short form',
  async () => {
    const suite = spawn(process.execPath, ['tests/chaos/run.ts', '--quick'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CHAOS_PATIENCE: '4' },
    })
    let output = ''
    for (const stream of [suite.stdout, suite.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    const [code] = await once(suite, 'close')
    expect(code, output).toBe(0)
    const ended = (how: string) =>
      [...output.matchAll(new RegExp(`^(\\S+): ${how} in \\d+ s$`, 'gm'))].map(([, name]) => name)
    // A small disk takes the right to mount one, which not even every root has.
    expect(['disk-full'], output).toEqual(expect.arrayContaining(ended('not run')))
    expect(ended('passed').length + ended('not run').length, output).toBe(7)
  },
  WITHIN_MS,
)

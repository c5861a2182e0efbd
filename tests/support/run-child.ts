import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

const folderOf = (name: string) =>
  path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** The command of vitest, which ends its PostgreSQL when it is interrupted. */
export const VITEST = path.join(folderOf('vitest'), 'vitest.mjs')
export const PLAYWRIGHT = path.join(folderOf('@playwright/test'), 'cli.js')

type Options = {
  /** Whether its output is printed as it goes, or at its end. */
  isShown?: boolean
  env?: NodeJS.ProcessEnv
  /** The signal by which it ends cleanly. */
  endsBy?: NodeJS.Signals
}

/**
 * Runs a script of tests in a process of its own, and passes on what ends this one.
 * @returns whether it passed
 */
export async function runChild(
  args: readonly string[],
  { isShown = true, env, endsBy = 'SIGTERM' }: Options = {},
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  // A terminal's Ctrl-C reaches the child by itself; this process waits until it has ended.
  const wait = () => {}
  const end = () => child.kill(endsBy)
  process.on('SIGINT', wait)
  process.on('SIGTERM', end)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('SIGINT', wait)
  process.off('SIGTERM', end)
  process.stdout.write(output)
  return code === 0
}

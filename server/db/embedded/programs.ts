import { type ChildProcess, spawn } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * Starts one of PostgreSQL's programs as the given account. It gets a process group of its own, so that Ctrl-C in
 * the terminal reaches Enamel alone, which then closes things in order; and none of Enamel's environment, in which
 * there are secrets. When Enamel ends without having stopped it, it is at least told to.
 * @param input what the program reads; the end of input follows at once
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  account: Account | undefined,
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): ChildProcess {
  const child = spawn(program, args, {
    ...account,
    // Somewhere that every account can be.
    cwd: '/',
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...env },
  })
  const stopChild = () => child.kill('SIGINT')
  process.on('exit', stopChild)
  child.once('exit', () => process.off('exit', stopChild))
  child.once('error', () => process.off('exit', stopChild))
  child.stdin?.end(input)
  return child
}

/**
 * Runs one of PostgreSQL's programs to its end.
 * @throws {Error} with the line that says what failed, or the last one that it wrote
 */
export async function runProgram(...args: Parameters<typeof spawnProgram>): Promise<void> {
  const child = spawnProgram(...args)
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4000)
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const lines = words.trim().split('\n')
      // After what went wrong it tells how it tidied up.
      const why = lines.findLast((line) => /\b(?:error|FATAL|PANIC):/.test(line)) ?? lines.at(-1)
      reject(new Error(why || `it ended with ${signal ?? `code ${code}`}`))
    })
  })
}

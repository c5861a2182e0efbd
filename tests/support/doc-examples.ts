import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addDays, clinicDate, daysBetween, weekdayOf } from '../../domain/clinic-time.ts'
import { WAIT_MS } from './waits.ts'

/*
 * The examples of a page of docs/ that a test runs as they stand there. What is after the language of a fence says how:
 *
 *   ```sh tested                  run by sh; `npm run` works as in the project's folder
 *   ```js tested                  run by Node as a module; `file=name` names it, so that others can call it
 *   ```js tested serving          stays running until the page's end; what follows waits for its first line of output
 *   ```sql tested                run in the server's database, a line of JSON for each row
 *   ```csv file=patients.csv      written to a file before what follows
 *   ```text output                what the example before has printed; `...` stands for anything
 *   ```text output of=name        the same of an example with a name, waited for where that is serving
 *
 * Days of March 2030 stand for coming ones of the same weekday, in what is run and in what is expected.
 */

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Command for an example, by its language; the file follows. */
const COMMANDS = {
  sh: { ending: 'sh', command: ['sh', '-eu'] },
  js: { ending: 'mjs', command: [process.execPath] },
  sql: { ending: 'sql', command: [process.execPath, path.join(import.meta.dirname, 'doc-sql.ts')] },
} as const
type Language = keyof typeof COMMANDS

type Mark =
  | { kind: 'run'; language: Language; file: string; serving: boolean }
  | { kind: 'file'; file: string }
  | { kind: 'output'; of: string | null }

/** `line` of its fence, counted from 1. */
export type Example = Mark & { line: number; text: string }

const FENCE = /^(`{3,})([^\n`]*)\n([\s\S]*?)^\1$/gm

/** The marked fences of a page, in order. @throws Error that names the line of one which is marked wrongly */
export function examplesOf(page: string): Example[] {
  return [...page.matchAll(FENCE)].flatMap(({ 2: info = '', 3: text = '', index }) => {
    const [language, ...marks] = info.trim().split(/\s+/)
    if (language === undefined || marks.length === 0) return []
    const line = page.slice(0, index).split('\n').length
    return { line, text, ...markedAs(marks, { language, line }) }
  })
}

function markedAs(marks: readonly string[], { language, line }: { language: string; line: number }): Mark {
  const named = (name: string) => marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1)
  const [file, of] = [named('file'), named('of')]
  const known = ['tested', 'serving', 'output', `file=${file}`, `of=${of}`]
  const unknown = marks.find((mark) => !known.includes(mark))
  if (unknown !== undefined) throw new Error(`line ${line}: ${unknown} is no mark of an example`)
  if (marks.includes('output')) return { kind: 'output', of: of ?? null }
  if (marks.includes('tested')) {
    if (!isLanguage(language)) throw new Error(`line ${line}: ${language} cannot be run`)
    const own = `example-${line}.${COMMANDS[language].ending}`
    return { kind: 'run', language, file: file ?? own, serving: marks.includes('serving') }
  }
  if (file === undefined) throw new Error(`line ${line}: it is neither tested, nor a file, nor an output`)
  return { kind: 'file', file }
}

const isLanguage = (language: string): language is Language => Object.hasOwn(COMMANDS, language)

/** Days of March 2030 as days from the week after next on, with dashes or without. */
export function withComingDays(text: string, now: Date): string {
  const today = clinicDate(now, 'UTC')
  const monday = addDays(today, 14 - ((weekdayOf(today) + 6) % 7))
  const shift = daysBetween('2030-03-04', monday)
  return text.replaceAll(/2030(-?)03\1(0[1-9]|[12]\d|3[01])/g, (_, dash: string, day: string) =>
    addDays(`2030-03-${day}`, shift).replaceAll('-', dash),
  )
}

/** Reports whether an output matches the page's; lines are compared without spaces at their ends. */
export function isAsSaid(output: string, said: string): boolean {
  const tidied = (text: string) => text.replaceAll(/[ \t]+$/gm, '').trim()
  const pattern = tidied(said)
    .split('...')
    .map((part) => RegExp.escape(part))
    .join('[\\s\\S]*')
  return new RegExp(`^${pattern}$`).test(tidied(output))
}

type Surroundings = {
  /** An empty one, in which all of it runs. */
  folder: string
  settings: Record<string, string>
  now: Date
}

type Running = { child: ChildProcess; exit: Promise<unknown>; output(): string; errors(): string }

/** Runs a page's examples in their order. @throws Error with the page's line and what was printed, when one fails */
export async function runExamples(
  page: string,
  text: string,
  { folder, settings, now }: Surroundings,
): Promise<void> {
  await likeProject(folder)
  const ran = new Map<string, Running>()
  let last = ''
  try {
    for (const example of examplesOf(withComingDays(text, now))) {
      const at = `${page}, line ${example.line}`
      if (example.kind === 'output') await expectOutput(at, ran.get(example.of ?? last), example.text)
      else await writeFile(path.join(folder, example.file), example.text)
      if (example.kind !== 'run') continue
      const [command, ...args] = COMMANDS[example.language].command
      const running = start(command, [...args, example.file], { folder, settings })
      ran.set(example.file, running)
      last = example.file
      if (example.serving) await expectSoon(at, running, () => running.output().includes('\n'))
      else await expectSuccess(at, running)
    }
  } finally {
    for (const { child, exit } of ran.values()) {
      child.kill('SIGKILL')
      await exit
    }
  }
}

/** Links to all of the project, so that its commands run, while files are written and read beside them. */
async function likeProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(ROOT)).filter((name) => !name.startsWith('.') && name !== 'data')
  await Promise.all(names.map((name) => symlink(path.join(ROOT, name), path.join(folder, name))))
}

function start(
  command: string,
  args: readonly string[],
  { folder, settings }: Omit<Surroundings, 'now'>,
): Running {
  const child = spawn(command, args, {
    cwd: folder,
    // npm's own lines are no output of an example.
    env: { PATH: process.env.PATH, HOME: folder, npm_config_loglevel: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk
    })
  }
  return {
    child,
    exit: once(child, 'close'),
    output: () => texts.stdout,
    errors: () => texts.stderr,
  }
}

async function expectSuccess(at: string, running: Running): Promise<void> {
  const late = setTimeout(() => running.child.kill('SIGKILL'), WAIT_MS)
  await running.exit
  clearTimeout(late)
  if (running.child.exitCode !== 0) throw failed(at, running, 'failed')
}

async function expectOutput(at: string, running: Running | undefined, said: string): Promise<void> {
  if (!running) throw new Error(`${at}: there is no such example before this output`)
  await expectSoon(at, running, () => isAsSaid(running.output(), said), said)
}

/** One that has ended prints nothing more. */
async function expectSoon(at: string, running: Running, isThere: () => boolean, said = ''): Promise<void> {
  const { child } = running
  const deadline = AbortSignal.timeout(WAIT_MS)
  while (!isThere()) {
    if (deadline.aborted || child.exitCode !== null || child.signalCode !== null) {
      throw failed(at, running, `did not print what it should\n${said}`)
    }
    await Promise.race([
      once(child.stdout ?? child, 'data', { signal: deadline }).catch(() => {}),
      running.exit,
    ])
  }
}

const failed = (at: string, running: Running, what: string) =>
  new Error(`${at}: ${what}\nIt printed:\n${running.output()}${running.errors()}`)

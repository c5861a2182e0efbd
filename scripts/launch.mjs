// Runs a script with the Node that the project installs, whatever Node the machine has:
//   node scripts/launch.mjs server/main.ts [arguments]
// Plain JavaScript for Node 18 and newer, since this runs before the right Node is found.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const LEAST_MAJOR = 24
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM']

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
const pinned = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const [script, ...args] = process.argv.slice(2)

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (!script) refuse('Say which script to run: node scripts/launch.mjs server/main.ts')
if (!existsSync(modules)) refuse(`Nothing is installed yet: run npm ci in ${root}, then try again.`)

const isServer = path.resolve(script) === path.join(root, 'server', 'main.ts')
if (isServer) keepCompiled()

if (Number.parseInt(process.versions.node, 10) >= LEAST_MAJOR) {
  // A single process needs no forwarding of signals and exit codes.
  if (isServer && serverFlags().length > 0) becomeServer()
  process.argv.splice(1, 2, path.resolve(script))
  await import(pathToFileURL(path.resolve(script)).href)
} else if (existsSync(pinned)) {
  launch(pinned)
} else {
  refuse(
    `Enamel needs Node ${LEAST_MAJOR}, this is ${process.versions.node}, and the one it brings along is missing because ` +
      'npm ci ran without install scripts: run npm ci --ignore-scripts=false, or install Node 24.',
  )
}

/** Node flags that only work at start. docs/decisions/020 says why these. */
function serverFlags() {
  return JSON.parse(readFileSync(path.join(root, 'scripts', 'node-flags.json'), 'utf8')).server
}

/**
 * Stores compiled code beside the packages for the next start: anyone with write access there could change the code
 * anyway. In a read-only folder Node does without.
 */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= path.join(modules, '.cache', 'enamel')
}

/** Replaces this process by one with the flags; Windows and Nodes before 24 cannot, and go without. */
function becomeServer() {
  if (process.platform === 'win32' || process.execve === undefined) return
  const command = [process.execPath, ...process.execArgv, ...serverFlags(), path.resolve(script), ...args]
  process.execve(process.execPath, command, process.env)
}

function launch(node) {
  const env = { ...process.env, ENAMEL_LAUNCHED: '1' }
  const flags = isServer ? serverFlags() : []
  const child = spawn(node, [...flags, path.resolve(script), ...args], { stdio: 'inherit', env })
  child.once('error', (error) =>
    refuse(`The Node in ${node} cannot be run (${error.message}): run npm ci again.`),
  )

  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  // Ends the child with this process; after a hard kill the child notices by itself.
  process.on('exit', () => child.kill('SIGTERM'))
  watchParent(() => child.kill('SIGTERM'))

  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // End by the same signal, so that the caller sees what happened.
    for (const forwarded of SIGNALS) process.removeAllListeners(forwarded)
    process.kill(process.pid, signal)
  })
}

/** Detects a hard kill of npm, which forwards nothing: this process gets another parent. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

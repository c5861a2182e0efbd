// Runs a script with the Node that the project brings along, whatever Node the machine has:
//   node scripts/launch.mjs server/main.ts [arguments]
// Plain JavaScript for old Nodes (18 and newer), since this is what runs before the right one is found.
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
  // No second process: signals, exit codes and a hard kill need no passing on.
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

/** Flags of Node's for the server, which it takes at its start only. docs/decisions/020 says why these. */
function serverFlags() {
  return JSON.parse(readFileSync(path.join(root, 'scripts', 'node-flags.json'), 'utf8')).server
}

/**
 * What TypeScript and JavaScript were compiled to is kept for the next start, beside the packages: who can write there
 * can change what runs anyway. Where nothing can be written Node does without.
 */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= path.join(modules, '.cache', 'enamel')
}

/** Starts over in this same process, with the flags. Not to be had on Windows and on Nodes before 24: then without. */
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
  // Whatever else ends this process ends the child too; only a hard kill can't, and then the child sees it itself.
  process.on('exit', () => child.kill('SIGTERM'))
  watchParent(() => child.kill('SIGTERM'))

  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // Ended by a signal: end by the same, so that the caller sees what happened.
    for (const forwarded of SIGNALS) process.removeAllListeners(forwarded)
    process.kill(process.pid, signal)
  })
}

/** npm killed hard passes nothing on, and leaves this process with another parent. */
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

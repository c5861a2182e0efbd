// npm runs this after installing. It deletes what no program of ours reads: Node's C headers (67 MB), which only
// compiling addons needs, and maps of the packages' source (60 MB). Plain JavaScript, for whatever Node runs npm.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const nodes = path.join(modules, 'node', 'node_modules')

// Missing after an installation without scripts.
if (existsSync(nodes)) {
  for (const name of readdirSync(nodes).filter((name) => name.startsWith('node-')))
    rmSync(path.join(nodes, name, 'include'), { recursive: true, force: true })
}
for (const name of readdirSync(modules, { recursive: true }))
  if (name.endsWith('.map')) rmSync(path.join(modules, name))

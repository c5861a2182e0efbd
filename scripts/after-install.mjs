// npm runs this after installing. It deletes Node's C headers (67 MB, a ninth of the installation), which
// only compiling addons needs. Plain JavaScript, for whatever Node runs npm.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))

// Missing after an installation without scripts.
if (existsSync(modules)) {
  for (const name of readdirSync(modules).filter((name) => name.startsWith('node-')))
    rmSync(path.join(modules, name, 'include'), { recursive: true, force: true })
}

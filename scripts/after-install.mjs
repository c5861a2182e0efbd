// npm runs this after it has installed everything. Node's package brings 67 MB of C headers, a ninth of all that is
// installed: they are for compiling addons, and nothing here is compiled. Plain JavaScript for whatever Node runs npm.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))

// There is none after an installation without scripts.
if (existsSync(modules)) {
  for (const name of readdirSync(modules).filter((name) => name.startsWith('node-')))
    rmSync(path.join(modules, name, 'include'), { recursive: true, force: true })
}

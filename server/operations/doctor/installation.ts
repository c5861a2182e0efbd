import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBuildInfo } from '../../../build/build-info.ts'
import { inputsHash } from '../../../build/inputs.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const LEAST_NODE = 24

/** @param version such as '24.1.0' */
export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= LEAST_NODE) return ok('Node', `Node ${version}.`)
  return wrong('Node', `Node ${version}, and Enamel needs ${LEAST_NODE} or newer.`, 'Run npm ci again.')
}

type Manifest = { version?: string; dependencies?: Record<string, string> }

/** Compares node_modules with package.json. @param root the folder of both */
export async function checkPackages(root: string): Promise<Finding> {
  const { dependencies = {} } = await manifest(path.join(root, 'package.json'))
  const other: string[] = []
  for (const [name, asked] of Object.entries(dependencies)) {
    const found = await manifest(path.join(root, 'node_modules', name, 'package.json')).catch(() => undefined)
    if (found?.version !== asked) other.push(`${name} ${found?.version ?? 'is missing'}`)
  }
  const count = Object.keys(dependencies).length
  if (other.length === 0)
    return ok('Packages', `All ${count} packages are installed, in the versions asked for.`)
  const named = `${other.slice(0, 3).join(', ')}${other.length > 3 ? ` and ${other.length - 3} more` : ''}`
  return wrong(
    'Packages',
    `${other.length} of ${count} packages are missing or of another version: ${named}.`,
    'Run npm ci.',
  )
}

async function manifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, 'utf8')) as Manifest
}

/** Checks that the built page is up to date with sources and settings. @param root the project's folder */
export async function checkPage(root: string, env: Record<string, string | undefined>): Promise<Finding> {
  const built = await readBuildInfo(path.join(root, 'dist'))
  if (built?.inputs === (await inputsHash(root, env))) return ok('Page', 'The built page is up to date.')
  const says = built ? 'The built page is out of date.' : 'The page has not been built yet.'
  return warning('Page', says, 'The next start builds it; npm run build does so now.')
}

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { type BuildInfo, distDir, root } from '../../build/build-info.ts'
import { inputsHash } from '../../build/inputs.ts'
import { bakedIn } from './baked-in.ts'
import { compressFolder } from './compress.ts'
import { writeDocs } from './docs/write-docs.ts'
import { pageSources } from './page.ts'

const WORK = '.work-'
/** Descriptions of the build, beside the files to serve. */
const ABOUT = ['stats.json', 'precache.json']

/**
 * Builds the page into dist/: `vite build`, then the documentation, and all of it compressed. The caller holds the
 * build lock. It works in a folder of its own and swaps at the end, so that an interrupted build leaves none or the old
 * one.
 */
export async function buildPage(): Promise<void> {
  const inputs = await inputsHash(root, process.env)
  const { name: clinicName, apiBaseUrl } = bakedIn(process.env)
  await clearLeftovers()
  const work = path.join(distDir, `${WORK}${process.pid}`)
  const client = path.join(work, 'client')
  try {
    await build({ root, mode: 'production', logLevel: 'warn', build: { outDir: client, emptyOutDir: true } })
    for (const name of ABOUT) await rename(path.join(client, name), path.join(work, name))
    const pages: BuildInfo['pages'] = {}
    for (const name of (await readdir(client)).filter((file) => file.endsWith('.html')))
      pages[`/${name}`] = pageSources(await readFile(path.join(client, name), 'utf8'))
    await writeDocs(root, client, clinicName)
    await compressFolder(client)
    await publish(work, { inputs, pages, apiBaseUrl })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Remains of interrupted builds; the caller holds the lock, so that none of it is in use. */
async function clearLeftovers(): Promise<void> {
  const names = await readdir(distDir).catch(() => [])
  const leftovers = names.filter((name) => name.startsWith(WORK))
  await Promise.all(leftovers.map((name) => rm(path.join(distDir, name), { recursive: true, force: true })))
}

/** Puts a finished build in place. build.json goes first and comes last: without it nothing counts as built. */
async function publish(work: string, info: BuildInfo): Promise<void> {
  const final = (name: string) => path.join(distDir, name)
  await rm(final('build.json'), { force: true })
  await rm(final('client'), { recursive: true, force: true })
  await rename(path.join(work, 'client'), final('client'))
  for (const name of ABOUT) await rename(path.join(work, name), final(name))
  await writeFile(path.join(work, 'build.json'), `${JSON.stringify(info, null, 2)}\n`)
  await rename(path.join(work, 'build.json'), final('build.json'))
}

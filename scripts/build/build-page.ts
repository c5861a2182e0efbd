import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { type BuildInfo, distDir, root } from '../../build/build-info.ts'
import { inputsHash } from '../../build/inputs.ts'
import { bakedIn } from './baked-in.ts'
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

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest|ico)$/

/** Writes `.br` and `.gz` beside every file that gets smaller by it; the server sends those as they are. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))))
}

async function compressFile(file: string): Promise<void> {
  const plain = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ])
  if (br.length < plain.length) await writeFile(`${file}.br`, br)
  if (gz.length < plain.length) await writeFile(`${file}.gz`, gz)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type BuildInfo, readBuildInfo, root } from './build-info.ts'
import { inputsHash } from './inputs.ts'
import { withBuildLock } from './lock.ts'

/**
 * Makes sure that dist/ matches the sources and settings, and builds if it does not. The build runs in a process of its
 * own, so that the server never holds a bundler in memory or imports the builder (scripts/build/).
 * @param log gets one sentence when a build starts.
 * @throws Error with the builder's last words when the page can't be built.
 */
export async function buildIfStale(log: (message: string) => void): Promise<BuildInfo> {
  const inputs = await inputsHash(root, process.env)
  const isFresh = (info: BuildInfo | undefined) => info?.inputs === inputs
  const before = await readBuildInfo()
  if (before && isFresh(before)) return before
  return withBuildLock(async () => {
    // Another server may have built it while this one waited.
    const meanwhile = await readBuildInfo()
    if (meanwhile && isFresh(meanwhile)) return meanwhile
    log('Building the page, which takes a few seconds.')
    await runBuild()
    const built = await readBuildInfo()
    if (!built) throw new Error('The page was built, but dist/build.json is not there.')
    return built
  })
}

async function runBuild(): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/build/run.ts')], {
    cwd: root,
    // The server's own environment could make Vite build for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      words = (words + chunk).slice(-4_000)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The page could not be built.\n${words.trim()}`)
}

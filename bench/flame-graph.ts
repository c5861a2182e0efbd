import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CpuProfile, type Frame, framesOf, ownTimes } from './support/cpu-profile.ts'
import { flameSvg } from './support/flame-svg.ts'
import { measure } from './support/load.ts'
import { type Stack, withStack } from './support/stack.ts'
import { askForDay, bookOne, freeSlots, next } from './support/visitor.ts'

/*
 * `node scripts/launch.mjs bench/flame-graph.ts`: where the server's main thread spends its time under the loads of
 * `bench -- booking availability`, as a picture each in docs/images. docs/profile.md says what one sees.
 */
const CONNECTIONS = 10
const SECONDS = 10
const STORED = 20_000
/** Share of the time below which a frame is folded away. */
const LEAST = 0.003
/** Functions that are named with their own time. */
const NAMED = 12

type Work = (stack: Stack) => () => Promise<void>

const LOADS: Record<string, Work> = {
  booking({ http }) {
    const slots = freeSlots()
    return () => bookOne(http, next(slots))
  },
  availability({ http }) {
    let turn = 0
    return () => askForDay(http, 1 + (turn++ % 60))
  },
}

const root = path.resolve(import.meta.dirname, '..')

for (const [name, work] of Object.entries(LOADS)) {
  const { frames, perSecond } = await profiled(work)
  const title = `${name}: main thread of the server, ${CONNECTIONS} connections, ${Math.round(perSecond)} a second`
  const file = path.join(root, 'docs/images', `flame-${name}.svg`)
  await writeFile(file, flameSvg(frames, title, LEAST))
  console.log(`\n## ${title}\n`)
  console.log(table(frames, ({ kind }) => kind, Number.POSITIVE_INFINITY))
  console.log(table(frames, packageOf, NAMED))
  console.log(table(frames, ({ name: called, place }) => `${called} ${place}`, NAMED))
}

/** The frames of the load alone: neither the start of the server nor the rounds that warm it up. */
async function profiled(work: Work): Promise<{ frames: Frame; perSecond: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-profile-'))
  try {
    const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
    const load = await withStack({ connections: CONNECTIONS, stored: STORED, env }, async (stack) => {
      const once = work(stack)
      await measure({ connections: CONNECTIONS, seconds: SECONDS / 2, work: once })
      const from = micros()
      const { perSecond } = await measure({ connections: CONNECTIONS, seconds: SECONDS, work: once })
      return { from, until: micros(), perSecond }
    })
    // The thread that verifies passwords has a file of its own.
    const [file] = globSync(`CPU.*.0.*.cpuprofile`, { cwd: folder })
    if (!file) throw new Error('Node wrote no profile of the main thread.')
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as CpuProfile
    return { frames: framesOf(profile, root, load.from, load.until), perSecond: load.perSecond }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** On the clock of V8's profiles. */
function micros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** 'pg', '@hono/node-server', 'server/appointments', 'node:net'. */
function packageOf({ place, kind }: Frame): string {
  if (place === '' || kind === 'Node') return place || 'V8 and the system'
  const parts = place.split('/')
  return parts.slice(0, kind === 'our code' || place.startsWith('@') ? 2 : 1).join('/')
}

function table(frames: Frame, of: (frame: Frame) => string, most: number): string {
  const rows = [...ownTimes(frames, of)].toSorted(([, a], [, b]) => b - a).slice(0, most)
  const lines = rows.map(([what, time]) => `| ${what} | ${((time / frames.total) * 100).toFixed(1)} % |`)
  return ['| own time of | share |', '|---|---|', ...lines, ''].join('\n')
}

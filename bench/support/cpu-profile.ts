import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What of V8's `.cpuprofile` is read here; times are in microseconds of the system's steady clock. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

export type Kind = 'our code' | 'packages' | 'Node' | 'V8 and the system'

/** A function under its callers, with the time in which it was on the stack. */
export type Frame = {
  name: string
  /** 'server/app.ts', 'pg/lib/query.js', 'node:net'; nothing where V8 names none. */
  place: string
  kind: Kind
  /** Microseconds: in all, and without what it called. */
  total: number
  own: number
  children: Map<string, Frame>
}

export const NAMELESS = '(anonymous)'
/** What V8 says of a thread that waits. */
const WAITS = '(idle)'

/**
 * The stacks of a time, merged by function and file; what was waited is left out.
 * @param root the project's folder, which no frame names
 */
export function framesOf(profile: CpuProfile, root: string, from: number, until: number): Frame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const base = frame('all', '', 'V8 and the system')
  let time = profile.startTime
  for (const [i, sample] of profile.samples.entries()) {
    time += profile.timeDeltas[i] ?? 0
    // A sample stands until the next one.
    const micros = profile.timeDeltas[i + 1] ?? 0
    if (time < from || time >= until || nodes.get(sample)?.callFrame.functionName === WAITS) continue
    base.total += micros
    let at = base
    for (const id of stackOf(sample)) {
      const made = frameOf(nodes.get(id)?.callFrame ?? { functionName: '', url: '' }, root)
      const key = `${made.name} ${made.place}`
      const known = at.children.get(key) ?? made
      at.children.set(key, known)
      known.total += micros
      at = known
    }
    at.own += micros
  }
  return base

  /** From the outermost on, without V8's own root. */
  function stackOf(sample: number): number[] {
    const stack: number[] = []
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) stack.unshift(id)
    return stack.slice(1)
  }
}

/** Time on the stack of its own, by what `of` says of a frame. */
export function ownTimes(base: Frame, of: (frame: Frame) => string): Map<string, number> {
  const times = new Map<string, number>()
  const add = (one: Frame) => {
    if (one.own > 0) times.set(of(one), (times.get(of(one)) ?? 0) + one.own)
    for (const child of one.children.values()) add(child)
  }
  add(base)
  return times
}

const frame = (name: string, place: string, kind: Kind): Frame => ({
  name,
  place,
  kind,
  total: 0,
  own: 0,
  children: new Map(),
})

function frameOf({ functionName, url }: { functionName: string; url: string }, root: string): Frame {
  const name = functionName || NAMELESS
  if (url === '') return frame(name, '', 'V8 and the system')
  if (url.startsWith('node:')) return frame(name, url, 'Node')
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const inPackage = file.split('/node_modules/').at(-1)
  if (inPackage !== undefined && inPackage !== file) return frame(name, inPackage, 'packages')
  const place = path.relative(root, file)
  // What lies elsewhere on the machine is named by its last part alone.
  return frame(name, place.startsWith('..') ? path.basename(file) : place, 'our code')
}

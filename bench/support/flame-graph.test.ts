import { globSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { framesOf, ownTimes } from './cpu-profile.ts'
import { flameSvg } from './flame-svg.ts'

const frame = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
})

/** A millisecond each, from 1000 µs on: a wait, our code, a package of it twice, our code again. */
const profile = {
  nodes: [
    frame(1, '(root)', '', [2, 3]),
    frame(2, '(idle)', ''),
    frame(3, 'book', 'file:///srv/enamel/server/book.ts', [4]),
    frame(4, 'a<b>', 'file:///srv/enamel/node_modules/pg/lib/query.js'),
  ],
  startTime: 0,
  samples: [2, 3, 4, 4, 3],
  timeDeltas: [1000, 1000, 1000, 1000, 1000],
}

describe('a flame graph', () => {
  it('has the time of each function with what it called, and none that was waited', () => {
    const base = framesOf(profile, '/srv/enamel', 0, 10_000)
    const book = base.children.get('book server/book.ts')
    expect([...base.children.keys()]).toEqual(['book server/book.ts'])
    expect(book).toMatchObject({ total: 3000, own: 1000, kind: 'our code' })
    expect(book?.children.get('a<b> pg/lib/query.js')).toMatchObject({ total: 2000, kind: 'packages' })
    expect(ownTimes(base, ({ kind }) => kind)).toEqual(
      new Map([
        ['our code', 1000],
        ['packages', 2000],
      ]),
    )
  })

  it('leaves out what was before the load and after it', () => {
    expect(framesOf(profile, '/srv/enamel', 3000, 4000).total).toBe(1000)
  })

  it('is drawn with its names escaped, without frames of less than the least share', () => {
    const base = framesOf(profile, '/srv/enamel', 0, 10_000)
    expect(flameSvg(base, 'x & y', 0.003)).toContain('a&lt;b&gt; pg/lib/query.js 66.7 %')
    expect(flameSvg(base, 'x & y', 0.7)).not.toContain('pg/lib')
  })

  it('names files of another place on the machine by their last part', () => {
    const elsewhere = {
      ...profile,
      nodes: [frame(3, 'f', 'file:///home/ada/x.ts')],
      samples: [3, 3],
      timeDeltas: [0, 1],
    }
    const under = { ...elsewhere, nodes: [frame(1, '(root)', '', [3]), ...elsewhere.nodes] }
    expect([...framesOf(under, '/srv/enamel', 0, 10).children.keys()]).toEqual(['f x.ts'])
  })
})

const PICTURES = globSync('docs/images/flame-*.svg')

it.each(PICTURES)('%s has no path of a machine and no script, and is small', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/file:|\/(?:home|root|tmp|work|usr)\/|<script|<style/)
  expect(statSync(file).size).toBeLessThanOrEqual(80_000)
})

import { describe, expect, it } from 'vitest'
import { chunk, id } from './chunk.fixture.ts'
import type { ChunkStats } from './chunk-stats.ts'
import { chunksOfBookingPage, withOwnMap } from './own-import-map.ts'

const texts = (name: string) => `i18n/locales/${name}.json`

const STATS: ChunkStats = {
  'entry.js': chunk(['vendor.js'], {
    'app/areas.ts': ['features/booking/booking-page.tsx', 'app/staff-area.tsx'],
    'i18n/i18n.ts': [texts('de/later'), texts('de/account'), texts('de/shell')],
  }),
  'vendor.js': chunk([], {}),
  'booking.js': chunk([], { 'features/booking/booking-page.tsx': ['features/booking/steps.ts'] }),
  'steps.js': { ...chunk(['query.js'], {}), madeFor: id('features/booking/steps.ts') },
  'query.js': chunk([], { 'api/query.ts': [] }),
  'staff.js': chunk(['query.js'], { 'app/staff-area.tsx': ['features/day/day-view.tsx'] }),
  'day.js': chunk([], { 'features/day/day-view.tsx': [] }),
  'later-de.js': chunk([], { [texts('de/later')]: [] }),
  'account-de.js': chunk([], { [texts('de/account')]: [] }),
  'shell-de.js': chunk([], { [texts('de/shell')]: [] }),
}

describe('the import map of the booking page', () => {
  const chunks = chunksOfBookingPage(['entry.js'], STATS)

  it('has all that the page reaches, at once or later', () =>
    expect([...chunks]).toEqual(
      expect.arrayContaining(['entry.js', 'vendor.js', 'booking.js', 'steps.js', 'query.js']),
    ))

  it('has the texts of patients in each language, and of those of staff what the links to their pages say', () => {
    expect(chunks).toContain('later-de.js')
    expect(chunks).toContain('account-de.js')
    expect(chunks).not.toContain('shell-de.js')
  })

  it('has nothing of pages that are another load', () => {
    expect(chunks).not.toContain('staff.js')
    expect(chunks).not.toContain('day.js')
  })

  it('cannot be told when what leads to the pages has moved', () => {
    const moved = { ...STATS, 'entry.js': chunk([], { 'app/routes.tsx': [] }) }
    expect(() => chunksOfBookingPage(['entry.js'], moved)).toThrow('src/app/areas.ts is in no chunk')
  })
})

describe('a page with an import map of its own', () => {
  const page = (map: string) => `<head><script type="importmap">${map}</script></head>`

  it('names the chunks that it can need, and no others', () => {
    const map = { imports: { '/assets/a-key.js': '/assets/a.js', '/assets/b-key.js': '/assets/b.js' } }
    expect(withOwnMap(page(JSON.stringify(map)), new Set(['assets/b.js']))).toBe(
      page('{"imports":{"/assets/b-key.js":"/assets/b.js"}}'),
    )
  })

  it('is refused without one', () => expect(() => withOwnMap('<head></head>', new Set())).toThrow())
})

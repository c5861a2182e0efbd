import { describe, expect, it } from 'vitest'
import { chunk, id } from './chunk.fixture.ts'
import type { ChunkStats } from './chunk-stats.ts'
import { precacheParts } from './precache-parts.ts'

const STATS: ChunkStats = {
  'entry.js': chunk([], {
    'app/areas.ts': ['features/booking/booking-page.tsx', 'app/account-area.tsx', 'app/staff-area.tsx'],
    'device/worker.ts': ['device/worker-registration.ts'],
    'ui/public-frame.tsx': ['ui/staff-links.tsx'],
    'i18n/i18n.ts': [
      'i18n/locales/en/verify.json',
      'i18n/locales/en/shell.json',
      'i18n/locales/es/verify.json',
    ],
  }),
  'registration.js': chunk([], { 'device/worker-registration.ts': [] }),
  'booking.js': chunk(['entry.js'], { 'features/booking/booking-page.tsx': ['features/booking/steps.ts'] }),
  // It only hands others on, so that no source of its own is in it.
  'steps.js': { ...chunk(['query.js'], {}), madeFor: id('features/booking/steps.ts') },
  'query.js': chunk([], { 'api/query.ts': [] }),
  'staff-links.js': chunk(['session.js'], { 'ui/staff-links.tsx': [] }),
  'account.js': chunk(['session.js'], { 'app/account-area.tsx': [] }),
  'session.js': chunk([], { 'session/open-session.ts': [] }),
  'staff.js': chunk(['query.js', 'session.js'], { 'app/staff-area.tsx': ['features/day/day-view.tsx'] }),
  'day.js': chunk([], { 'features/day/day-view.tsx': [] }),
  'verify.js': chunk([], { 'i18n/locales/en/verify.json': [] }),
  'shell.js': chunk([], { 'i18n/locales/en/shell.json': [] }),
  'verify-es.js': chunk([], { 'i18n/locales/es/verify.json': [] }),
}
const parts = (stats = STATS, onlineOnly: string[] = []) =>
  precacheParts(['entry.js', 'booking.js'], stats, { onlineOnly })

describe('what the service worker keeps', () => {
  it('is for everyone what booking reaches, at once or later, with the texts of patients', () =>
    expect(parts().booking).toEqual([
      'booking.js',
      'entry.js',
      'query.js',
      'registration.js',
      'steps.js',
      'verify.js',
    ]))

  it('is for staff what their pages reach beyond that, with the other English texts', () =>
    expect(parts().staff).toEqual([
      'account.js',
      'day.js',
      'session.js',
      'shell.js',
      'staff-links.js',
      'staff.js',
    ]))

  it('is of another language its texts alone, where that language is chosen', () => {
    const { booking, staff, languages } = parts()
    expect([...booking, ...staff]).not.toContain('verify-es.js')
    expect(languages).toEqual({ es: { booking: ['verify-es.js'], staff: [] } })
  })

  it('is nothing that is named as useless without a connection', () => {
    const { booking, staff } = parts(STATS, ['src/features/day/day-view.tsx'])
    expect([...booking, ...staff]).not.toContain('day.js')
    expect(staff).toContain('staff.js')
  })

  it('cannot be told when a source that decides has moved', () => {
    const moved = { ...STATS, 'entry.js': chunk([], { 'app/routes.tsx': [] }) }
    expect(() => parts(moved)).toThrow('src/app/areas.ts is in no chunk')
  })

  it('cannot be told of a file of texts that nobody declared', () => {
    const undeclared = { ...STATS, 'rooms.js': chunk([], { 'i18n/locales/en/rooms.json': [] }) }
    expect(() => parts(undeclared)).toThrow('rooms.json')
  })
})

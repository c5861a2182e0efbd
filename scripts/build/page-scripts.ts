import { type ChunkStats, chunkWith, withImports } from './chunk-stats.ts'

/** Files that booking loads by itself while a visitor fills in step 2. */
const UNTIL_IDLE = [
  'src/clinic-answer.ts',
  'src/features/booking/later-steps.tsx',
  'src/i18n/locales/en/later.json',
  'src/device/worker-registration.ts',
]
/** Files that /dashboard begins with, in English, on top of the app. */
const DASHBOARD = [
  'src/app/staff-area.tsx',
  'src/i18n/locales/en/shell.json',
  'src/i18n/locales/en/appointments.json',
]

/** Files that a page names, with what those import at once. */
export function scriptsOf(html: string, stats: ChunkStats): string[] {
  const named = [...html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="\/(assets\/[^"]+\.js)"/g)]
  return withImports(
    named.map(([, file = '']) => file),
    stats,
  )
}

/** Scripts that booking loads when it is idle. */
export const idleScripts = (booking: string, stats: ChunkStats) =>
  withImports([...scriptsOf(booking, stats), ...UNTIL_IDLE.map((source) => chunkWith(source, stats))], stats)

/** Files that the first opening of /dashboard loads beyond the first load of booking. */
export function dashboardScripts(shell: string, booking: string, stats: ChunkStats): string[] {
  const had = scriptsOf(booking, stats)
  const chunks = DASHBOARD.map((source) => chunkWith(source, stats))
  const all = withImports([...scriptsOf(shell, stats), ...chunks], stats)
  return all.filter((file) => !had.includes(file))
}

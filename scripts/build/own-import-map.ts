import { type ChunkStats, chunkWith, isSource, withSlashes } from './chunk-stats.ts'
import { PATIENT_NAMESPACES, STAFF_ON_BOOKING_NAMESPACES } from './namespaces.ts'
import { chunksOf, lazyOf, reach, TEXTS } from './reach.ts'

const ROUTER = 'src/app/areas.ts'
const BOOKING = 'src/features/booking/booking-page.tsx'
const IMPORT_MAP = /(<script type="importmap">)([^<]*)/

/**
 * The chunks that the booking page can come to need. Every other page is another load from there (src/app/pages.tsx), so
 * that neither these pages nor their texts are among them.
 * @param begin chunks that the page starts with
 */
export function chunksOfBookingPage(begin: readonly string[], stats: ChunkStats): Set<string> {
  const otherPages = lazyOf(chunkWith(ROUTER, stats), stats, ROUTER).filter((id) => !isSource(id, BOOKING))
  const read = [...PATIENT_NAMESPACES, ...STAFF_ON_BOOKING_NAMESPACES]
  const texts = Object.values(stats)
    .flatMap(({ modules }) => modules.map(({ id }) => id))
    .filter((id) => read.includes(TEXTS.exec(withSlashes(id))?.[2] ?? ''))
  return new Set([...reach(begin, stats, otherPages), ...chunksOf(texts, stats)])
}

/**
 * Leaves in a page's import map what the page can come to need: an entry for each other chunk is bytes that every
 * visitor waits for.
 * @throws Error when the page has none
 */
export function withOwnMap(html: string, chunks: ReadonlySet<string>): string {
  if (!IMPORT_MAP.test(html)) throw new Error('The page has no import map.')
  return html.replace(IMPORT_MAP, (_, element: string, text: string) => {
    const { imports }: { imports: Record<string, string> } = JSON.parse(text)
    const own = Object.entries(imports).filter(([, file]) => chunks.has(file.slice(1)))
    return element + JSON.stringify({ imports: Object.fromEntries(own) })
  })
}

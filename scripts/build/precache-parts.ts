import { type ChunkStats, chunkWith, isSource, withSlashes } from './chunk-stats.ts'
import { ONLINE_NAMESPACES, PATIENT_NAMESPACES, STAFF_NAMESPACES } from './namespaces.ts'
import { chunksOf, lazyOf, moduleOf, reach, TEXTS } from './reach.ts'

/**
 * The chunks that the service worker keeps: for everyone at its install, and on top of that where staff work; and of
 * each language beside English, by its ISO code, the same two.
 */
export type PrecacheParts = {
  booking: string[]
  staff: string[]
  languages: Record<string, { booking: string[]; staff: string[] }>
}

/** Every page is lazy and begins here; all but those of patients are for staff. */
const ROUTER = 'src/app/areas.ts'
const BOOKING = 'src/features/booking/booking-page.tsx'
/** What the booking page fetches for signed-in staff alone. */
const STAFF_ON_BOOKING = ['src/ui/staff-links.tsx']

/** Lazy parts that are kept nowhere, being of no use without a connection. What they share with others is kept. */
const ONLINE_ONLY: readonly string[] = [
  // Free times are the server's; without them there is no calendar (src/features/booking/details/slot-picker.tsx).
  'src/features/booking/details/month-calendar.tsx',
  // Only a server asks for proofs.
  'src/device/proof/solve.ts',
  // Cancelling needs a connection, and so does what it is chosen by.
  'src/features/flood/recent-bookings-page.tsx',
  // Blockers are changed with a connection, and what is stored of the book is two weeks (src/ui/pickers/lazy-pickers.ts).
  'src/ui/pickers/moment-field.tsx',
  'src/ui/pickers/day-calendar.tsx',
  'src/ui/pickers/picker-language.ts',
  'src/features/blockers/blocker-dialog.tsx',
  'src/features/blockers/delete-dialog.tsx',
  'src/features/blockers/holidays-dialog.tsx',
  // Only the server confirms.
  'src/features/appointments/list/bulk-bar.tsx',
  // Only the server cancels.
  'src/features/appointments/actions/cancel-dialog.tsx',
  // The server closes chairs.
  'src/features/appointments/closure/closure-dialog.tsx',
  // Whom to call is the server's answer, and what has been done is told to it.
  'src/features/appointments/late/late-menu.tsx',
  'src/features/appointments/late/late-dialog.tsx',
  'src/features/appointments/todo/todo-chip.tsx',
  'src/features/appointments/todo/todo-dock.tsx',
  'src/features/appointments/waitlist/visit-extras.tsx',
  'src/features/appointments/waitlist/wish-form.tsx',
  'src/features/booking/details/wait-instead.tsx',
  // Booking and moving are the server's (src/features/appointments/desk/lazy-desk.ts).
  'src/features/appointments/desk/book-panel.tsx',
  'src/features/appointments/desk/move-dialog.tsx',
  'src/features/appointments/desk/keys-dialog.tsx',
  // Feeds, accounts and tablets are the server's (src/app/online-page.tsx).
  'src/features/feeds/feeds-page.tsx',
  'src/features/account/staff-page.tsx',
  'src/features/account/profile-page.tsx',
  'src/features/devices/devices-page.tsx',
  'src/features/account/invite-dialog.tsx',
  'src/features/account/change-staff-dialog.tsx',
  'src/features/account/access-dialog.tsx',
  // The server imports patients.
  'src/features/patients/import-view.tsx',
  // Records that were opened are read without a connection; they are searched and changed with one.
  'src/features/patients/records/patient-search.tsx',
  'src/features/patients/records/new-patient.tsx',
  'src/features/patients/records/correct-form.tsx',
  'src/features/patients/records/note-form.tsx',
  'src/features/patients/records/compare-dialog.tsx',
  'src/features/patients/records/part-dialog.tsx',
  // The server counts.
  'src/features/overview/overview-page.tsx',
  // The audit trail is the server's.
  'src/features/audit/audit-page.tsx',
  // The server tells other programs.
  'src/features/webhooks/webhooks-page.tsx',
  // The server makes keys.
  'src/features/api-keys/api-keys-page.tsx',
  // A visit's own page installs nothing, and shows what the server says of the visit.
  'src/features/own-visit/own-visit-page.tsx',
  // What the clinic says of itself is asked of the server.
  'src/features/privacy/privacy-page.tsx',
  // Who signs in, or changes how, needs the server (src/features/account/lazy-factors.ts).
  'src/features/account/factors/factor-step.tsx',
  'src/features/account/factors/factors-card.tsx',
  // Only the server takes a new password (src/features/account/lazy-strength.ts).
  'src/features/account/password-strength.ts',
  'src/session/passkey.ts',
  // Both ask the server.
  'src/features/account/own-sessions.tsx',
  'src/features/account/tablet-pin-card.tsx',
  'src/features/account/proof-dialog.tsx',
]

/**
 * Sorts the chunks by what can be reached from where. Of the texts, English: what another language is missing falls
 * back to it. Another language's are kept where that language is chosen, as a part of their own.
 * @param firstLoad chunks that the HTML of the two pages names
 * @throws Error when a source named here is in no chunk, as after it has moved, and when a file of texts is declared for
 * neither patients nor staff
 */
export function precacheParts(
  firstLoad: readonly string[],
  stats: ChunkStats,
  { onlineOnly = ONLINE_ONLY } = {},
): PrecacheParts {
  const never = onlineOnly.map((source) => moduleOf(source, stats))
  const ofStaff = [
    ...lazyOf(chunkWith(ROUTER, stats), stats, ROUTER).filter((id) => !isSource(id, BOOKING)),
    ...STAFF_ON_BOOKING.map((source) => moduleOf(source, stats)),
  ].filter((id) => !never.includes(id))
  const texts = textChunks(stats)

  const booking = reach(firstLoad, stats, [...ofStaff, ...never])
  const english = texts.filter(({ language }) => language === 'en')
  for (const { part, chunk } of english) if (part === 'booking') booking.add(chunk)

  const staff = reach([...booking, ...chunksOf(ofStaff, stats)], stats, never)
  for (const { chunk } of english) staff.add(chunk)
  const languages: PrecacheParts['languages'] = {}
  for (const { language, part, chunk } of texts) {
    if (language === 'en') continue
    languages[language] ??= { booking: [], staff: [] }
    languages[language][part].push(chunk)
  }
  return {
    booking: [...booking].sort(),
    staff: [...staff].filter((chunk) => !booking.has(chunk)).sort(),
    languages,
  }
}

type Texts = { language: string; part: 'booking' | 'staff'; chunk: string }

/** The chunks that hold texts. */
function textChunks(stats: ChunkStats): Texts[] {
  return Object.entries(stats).flatMap(([chunk, { modules }]) => {
    const parts = modules.flatMap(({ id }) => {
      const [, language, namespace] = TEXTS.exec(withSlashes(id)) ?? []
      if (!language || !namespace || ONLINE_NAMESPACES.includes(namespace)) return []
      return [{ language, part: partOf(namespace), chunk }]
    })
    // Some chunks hold more than one file of a part's texts (chunk-groups.ts).
    return parts.filter(({ part }, i) => parts.findIndex((other) => other.part === part) === i)
  })
}

function partOf(namespace: string): Texts['part'] {
  if (PATIENT_NAMESPACES.includes(namespace)) return 'booking'
  if (STAFF_NAMESPACES.includes(namespace)) return 'staff'
  throw new Error(`Say in scripts/build/namespaces.ts whose pages read ${namespace}.json.`)
}

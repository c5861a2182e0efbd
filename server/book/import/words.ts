import type { Clinic, ClinicLocation, Doctor, Service } from '../../../domain/clinic.ts'
import { normaliseLocation } from '../../../domain/locations.ts'
import { foldName } from '../../../domain/typed-text.ts'
import { comparableName } from '../../patients/records/comparable-name.ts'
import { csvLines, faultOf, tidied } from '../../platform/imports/csv-lines.ts'
import { readable, readHead } from '../../platform/imports/file-head.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { utf8Text } from '../../platform/imports/utf8-text.ts'
import { BOOK_COLUMNS, VISIT_STATUSES, type VisitStatus } from './columns.ts'

export const WORD_KINDS = ['column', 'doctor', 'location', 'service', 'status'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** Meanings of another program's words here. Undefined: the clinic has nothing by that name. */
export type Words = {
  column(text: string): string
  doctor(text: string): Doctor | undefined
  location(text: string): ClinicLocation | undefined
  service(text: string): Service | undefined
  status(text: string): VisitStatus | undefined
}

type Mapped = ReadonlyMap<string, string>

const MAP_COLUMNS = ['what', 'theirs', 'ours'] as const
const MAP = { columns: MAP_COLUMNS, required: MAP_COLUMNS }
/** More lines than any clinic's doctors, services and columns. */
const MAP_LINES = 5_000

/** Ids, codes and names, whatever their case and accents; after what a map says. */
export function wordsOf(
  { doctors, locations, services }: Pick<Clinic, 'doctors' | 'locations' | 'services'>,
  mapped: Mapped = new Map(),
): Words {
  const ours = (kind: WordKind, text: string) => mapped.get(keyOf(kind, text)) ?? text
  const named = <T extends { id: string; name: string }>(all: readonly T[], text: string) =>
    all.find(({ id }) => id === text) ??
    all.find(({ id, name }) => [id, name].some((own) => comparable(own) === comparable(text)))
  return {
    column: (text) => ours('column', text),
    doctor: (text) => named(doctors, ours('doctor', text)),
    location(text) {
      const word = ours('location', text)
      const code = normaliseLocation(word, locations)
      return (
        locations.find((location) => location.code === code) ??
        locations.find(({ name }) => comparable(name) === comparable(word))
      )
    },
    service: (text) => named(services, ours('service', text)),
    status(text) {
      const word = comparable(ours('status', text))
      if (word === PENDING) return 'open'
      if (word === CANCELED) return 'cancelled'
      return VISIT_STATUSES.find((status) => status === word.replace(/[ -]/g, '_'))
    },
  }
}

/**
 * Reads a map: CSV with the columns `what`, `theirs` and `ours`.
 * @throws FileRefused when it cannot be read, or when an entry of `ours` is not the clinic's
 */
export async function readMap(
  bytes: AsyncIterable<Uint8Array>,
  clinic: Pick<Clinic, 'doctors' | 'locations' | 'services'>,
): Promise<Mapped> {
  const mapped = new Map<string, string>()
  const own = wordsOf(clinic)
  const records = csvLines(utf8Text(bytes))
  const first = await records.next()
  if (first.done) throw new FileRefused('The map is empty.')
  const columns = readHead(first.value.cells, MAP)
  for await (const record of records) {
    const refuse = (why: string) => new FileRefused(`Line ${record.line} of the map: ${why}`)
    const cells = record.cells.map(tidied)
    const fault = faultOf(record, cells, columns.length)
    if (fault) throw refuse(fault)
    const cell = (name: (typeof MAP_COLUMNS)[number]) => cells[columns.indexOf(name)] ?? ''
    const kind = WORD_KINDS.find((each) => each === cell('what').toLowerCase())
    if (!kind) throw refuse(`“what” is one of ${WORD_KINDS.join(', ')}.`)
    const ours = cell('ours')
    const isOurs =
      kind === 'column' ? BOOK_COLUMNS.some((column) => column === ours) : own[kind](ours) !== undefined
    if (!isOurs) throw refuse(`There is no ${kind} “${readable(ours)}”.`)
    if (mapped.size === MAP_LINES) throw refuse(`A map has at most ${MAP_LINES} lines.`)
    mapped.set(keyOf(kind, cell('theirs')), ours)
  }
  return mapped
}

/** As our own export calls an open one. */
const PENDING = 'pending'
/** As Americans spell it. */
const CANCELED = 'canceled'

const comparable = (text: string) => comparableName(foldName(text)).trim().replaceAll(/\s+/g, ' ')
const keyOf = (kind: WordKind, text: string) => `${kind} ${comparable(text)}`

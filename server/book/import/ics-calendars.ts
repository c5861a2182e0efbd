import { FileRefused } from '../../platform/imports/file-refused.ts'
import { linesOf } from '../../platform/imports/text-lines.ts'
import { isUnreadable, UNREADABLE_LINE, withinLimit } from '../../platform/imports/utf8-text.ts'
import { type IcsProperty, nameIn, readProperty, textOf } from './ics-property.ts'

/** An event or a time zone: its unfolded lines, or why it cannot be read. */
export type IcsBlock = {
  kind: 'VEVENT' | 'VTIMEZONE'
  /** Line of its beginning, counted from 1. */
  line: number
  lines: string[]
  fault: string | null
}
/** One VCALENDAR of a file. */
export type IcsCalendar = {
  /** X-WR-CALNAME. */
  name: string
  method: string
  blocks: IcsBlock[]
}

/** Longest line and longest component, in bytes; RFC 5545 folds lines at 75. */
const LINE_LENGTH = 10_000
const BLOCK_LENGTH = 64_000
/** Components inside of one another; no calendar has more than three. */
const DEEPEST = 8

const EDGE = /^(BEGIN|END):([\w-]+)\s*$/i

/**
 * Cuts a calendar file (RFC 5545) into its calendars, one in memory at a time. A fault of one event, its end missing or
 * too much in it, is that event's alone. Components other than events and time zones are skipped.
 * @throws FileRefused when it is no calendar or too large
 */
export async function* icsCalendars(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<IcsCalendar, void> {
  let calendar = newCalendar()
  /** Whether END:VCALENDAR is still missing. */
  let isOpen = false
  let isCalendar = false
  let line = 0
  let isFirst = true
  let block: OpenBlock | undefined
  /** Other components that are open. */
  let others: string[] = []
  const wrong = (at: number, fault: string) =>
    calendar.blocks.push({ kind: 'VEVENT', line: at, lines: [], fault })
  const closeBlock = (fault?: string) => {
    if (block) calendar.blocks.push(closed(block, fault))
    block = undefined
  }
  const closeCalendar = (fault: string) => {
    closeBlock(fault)
    const ended = calendar
    calendar = newCalendar()
    others = []
    isOpen = false
    return ended
  }

  for await (const { text, first, last, isCut } of unfoldedLines(bytes)) {
    line = last
    const [, edge = '', name = ''] = EDGE.exec(text) ?? []
    const component = name.toUpperCase()
    const begins = edge.toUpperCase() === 'BEGIN'
    if (isFirst && !(begins && component === 'VCALENDAR')) wrong(first, `The file is damaged: ${NOT_BEGUN}`)
    isFirst = false
    if (component === 'VCALENDAR') {
      isCalendar = true
      if (!begins || isOpen) yield closeCalendar(MISSING_END)
      isOpen = begins
    } else if (begins && (component === 'VEVENT' || component === 'VTIMEZONE')) {
      isCalendar = true
      closeBlock(MISSING_END)
      block = { kind: component, line: first, lines: [], inner: [], length: 0, fault: null }
    } else if (block) {
      if (add(block, { text, edge, component, isCut })) closeBlock()
    } else if (edge !== '') {
      if (component === 'VEVENT') wrong(first, 'The event has no BEGIN:VEVENT.')
      if (begins && others.length < DEEPEST) others.push(component)
      else if (!begins && others.includes(component)) others.length = others.lastIndexOf(component)
    } else if (others.length === 0) {
      const property = readProperty(text)
      if (property?.name === 'X-WR-CALNAME') calendar.name = textOf(property.value).trim()
      if (property?.name === 'METHOD') calendar.method = methodOf(property)
    }
  }
  if (line === 0) throw new FileRefused('The file is empty.')
  if (!isCalendar) throw new FileRefused(`The file isn't a calendar: ${NOT_BEGUN}`)
  closeBlock(MISSING_END)
  if (isOpen) wrong(line, 'The file breaks off: END:VCALENDAR is missing.')
  if (calendar.blocks.length > 0) yield calendar
}

/** Methods of messages about another's calendar (RFC 5546): wishes, or nothing. */
const ANSWERS = ['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH']

/** @throws FileRefused when the calendar is no book */
function methodOf({ value }: IcsProperty): string {
  const method = value.trim().toUpperCase()
  if (!ANSWERS.includes(method)) return method
  throw new FileRefused(
    `METHOD:${method}: The file is an answer to an invitation, and not a calendar. Please export the whole calendar.`,
  )
}

const NOT_BEGUN = 'the first line is not BEGIN:VCALENDAR.'
const MISSING_END = 'Its END is missing.'
const newCalendar = (): IcsCalendar => ({ name: '', method: '', blocks: [] })

type OpenBlock = IcsBlock & { inner: string[]; length: number }

/** Adds a line to a component. @returns whether it ends there */
function add(
  block: OpenBlock,
  line: { text: string; edge: string; component: string; isCut: boolean },
): boolean {
  const { text, edge, component } = line
  if (edge.toUpperCase() === 'END') {
    if (component === block.kind) {
      if (block.inner.length > 0) block.fault ??= `Its ${block.inner.at(-1)} does not end.`
      return true
    }
    if (block.inner.at(-1) === component) block.inner.pop()
    else block.fault ??= `Its ${component} ends and did not begin.`
  } else if (edge !== '') {
    block.inner.push(component)
    if (block.inner.length > DEEPEST) block.fault ??= 'It has too many components inside of one another.'
  } else if (nameIn(text) === null) block.fault ??= `It has a line that cannot be read.`
  block.length += text.length
  if (line.isCut || block.length > BLOCK_LENGTH) block.fault ??= 'It is too long.'
  if (isUnreadable(text)) block.fault ??= UNREADABLE_LINE
  // Alarms inside of an event are passed over.
  const isOwn = block.inner.length === 0 && edge === ''
  if (block.fault === null && (block.kind === 'VTIMEZONE' || isOwn)) block.lines.push(text)
  return false
}

function closed({ kind, line, lines, ...found }: OpenBlock, missing: string | undefined): IcsBlock {
  const fault = found.fault ?? missing
  return { kind, line, lines, fault: fault ? `This event cannot be read. ${fault}` : null }
}

type Unfolded = {
  text: string
  /** Numbers of its first line and its last. */
  first: number
  last: number
  isCut: boolean
}

/** Lines without folds, which may be inside a letter: bytes are joined before they are decoded. */
async function* unfoldedLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Unfolded, void> {
  let line = 0
  let open: Unfolded | undefined
  for await (const lines of linesOf(latin1(bytes), LINE_LENGTH)) {
    for (const text of lines) {
      line += 1
      const isCut = text.length > LINE_LENGTH
      const content = line === 1 ? text.replace(BYTE_ORDER_MARK, '') : text
      if (content.trim() === '') continue
      const isFold = content.startsWith(' ') || content.startsWith('\t')
      if (open && isFold) {
        open.isCut ||= isCut || open.text.length > BLOCK_LENGTH
        if (!open.isCut) open.text += content.slice(1)
        open.last = line
        continue
      }
      if (open) yield decoded(open)
      open = { text: content, first: line, last: line, isCut }
    }
  }
  if (open) yield decoded(open)
}

/** As Latin-1 has it. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/

/** One character for each byte. */
async function* latin1(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  for await (const portion of withinLimit(bytes)) {
    yield Buffer.from(portion.buffer, portion.byteOffset, portion.byteLength).toString('latin1')
  }
}

const decoded = (line: Unfolded): Unfolded =>
  /[\u0080-\u00ff]/.test(line.text)
    ? { ...line, text: Buffer.from(line.text, 'latin1').toString('utf8') }
    : line

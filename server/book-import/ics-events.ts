import { FileRefused } from '../imports/file-refused.ts'

/** A component of a calendar file, as it stands there. */
export type IcsBlock = {
  kind: 'VEVENT' | 'VTIMEZONE'
  /** Where it begins, counted from 1. */
  line: number
  text: string
}

/** What a calendar says of all its events. */
export type IcsHead = { name: string; method: string }

/** Longest line and longest component, in characters; RFC 5545 folds lines at 75 bytes. */
const LINE_LENGTH = 10_000
const BLOCK_LENGTH = 64_000

/**
 * Cuts a calendar file (RFC 5545) into its events and time zones, so that no more than one of them is in memory. What is
 * inside of an event, such as its alarms, goes with it; other components are passed over.
 * @param head filled while the file is read
 * @throws FileRefused when it is no calendar, when a line or component is too long, and when it breaks off
 */
export async function* icsBlocks(text: AsyncIterable<string>, head: IcsHead): AsyncGenerator<IcsBlock, void> {
  const open: string[] = []
  let block: IcsBlock | undefined
  let line = 0
  for await (const content of linesOf(text)) {
    line += 1
    if (line === 1 && content.trim().toUpperCase() !== 'BEGIN:VCALENDAR') {
      throw new FileRefused('The file is no calendar: its first line is not BEGIN:VCALENDAR.')
    }
    const [, edge, name = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(content) ?? []
    const component = name.toUpperCase()
    if (edge?.toUpperCase() === 'BEGIN') {
      open.push(component)
      if (open.length > 8) throw new FileRefused(`The file cannot be read from line ${line} on.`)
      if (open.length === 2 && (component === 'VEVENT' || component === 'VTIMEZONE')) {
        block = { kind: component, line, text: '' }
      }
    }
    if (block) {
      block.text += `${content}\r\n`
      if (block.text.length > BLOCK_LENGTH) {
        throw new FileRefused(
          `The file cannot be read from line ${block.line} on: its ${block.kind} is too long.`,
        )
      }
    } else if (open.length === 1) {
      const value = content.slice(content.indexOf(':') + 1).trim()
      if (/^X-WR-CALNAME[;:]/i.test(content)) head.name = value
      if (/^METHOD:/i.test(content)) head.method = value.toUpperCase()
    }
    if (edge?.toUpperCase() === 'END') {
      const ended = open.pop()
      if (ended !== component) {
        const why =
          ended === undefined || !open.includes(component) ? 'did not begin' : `its ${ended} did not`
        throw new FileRefused(`The file cannot be read from line ${line} on: ${component} ends and ${why}.`)
      }
      if (block && open.length === 1) {
        yield block
        block = undefined
      }
    }
  }
  if (line === 0) throw new FileRefused('The file is empty.')
  if (open.length > 0) throw new FileRefused(`The file breaks off in line ${line}.`)
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = ''
  let line = 1
  for await (const portion of text) {
    const lines = (rest + portion).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) {
      if (each.length > LINE_LENGTH) throw tooLong(line)
      yield each.endsWith('\r') ? each.slice(0, -1) : each
      line += 1
    }
    if (rest.length > LINE_LENGTH) throw tooLong(line)
  }
  if (rest !== '') yield rest
}

const tooLong = (line: number) =>
  new FileRefused(`The file cannot be read from line ${line} on: the line is too long.`)

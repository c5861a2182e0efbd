import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { Refused } from '../../platform/process/command-errors.ts'
import { decrypted } from './encryption.ts'
import { copyLine, FORMAT, type Foot, type Head, parseFoot, parseHead, tableSum } from './file-format.ts'

/** Our lines are never longer, so that other files are not read into memory. */
const LONGEST_LINE = 1_000_000
const END = Buffer.from('\n\\.\n')

type Readers = {
  head?(head: Head): Promise<void>
  /** Must read all of `rows`, which are in COPY format. */
  table?(table: Head['tables'][number], rows: AsyncIterable<Buffer>): Promise<void>
}

/**
 * Reads a backup and verifies its counts and digests.
 * @param privateKey of an encrypted one
 * @throws Refused with a sentence when it is incomplete or damaged; discard all rows read until then
 */
export async function readBackup(
  file: string,
  readers: Readers = {},
  privateKey?: string,
): Promise<{ head: Head; foot: Foot }> {
  const stored = createReadStream(file)
  const packed = privateKey === undefined ? stored : await decrypted(stored, privateKey, file)
  const unpacked = packed.pipe(createGunzip())
  packed.once('error', (error: Error) => unpacked.destroy(error))
  try {
    return await readText(unpacked, readers)
  } catch (error) {
    throw damaged(error, file)
  } finally {
    unpacked.destroy()
    packed.destroy()
    stored.destroy()
  }
}

/** `readBackup` turns it into a sentence. */
class NotWhole extends Error {}

async function readText(bytes: AsyncIterable<Buffer>, readers: Readers): Promise<{ head: Head; foot: Foot }> {
  const text = textReader(bytes)
  const head = parseHead((await text.line()) ?? '')
  if (typeof head === 'number') {
    throw new Refused(
      `The backup has format ${head}, and this Enamel reads format ${FORMAT}: use a newer one.`,
    )
  }
  if (head === undefined) throw new NotWhole('it does not begin as one')
  await readers.head?.(head)
  const sums: Foot['tables'] = []
  for (const table of head.tables) {
    if (`${await text.line()}\n` !== copyLine(table))
      throw new NotWhole(`${table.name} is not where it should be`)
    const { add, sum } = tableSum(table.name)
    const rows = summed(text.rows(), add)
    await readers.table?.(table, rows)
    for await (const _ of rows);
    sums.push(sum())
  }
  const sha256 = text.sha256()
  const foot = parseFoot((await text.line()) ?? '')
  if (foot === undefined || (await text.line()) !== undefined) throw new NotWhole('it does not end as one')
  if (foot.sha256 !== sha256 || JSON.stringify(foot.tables) !== JSON.stringify(sums)) {
    throw new NotWhole('its contents are not those that it was made with')
  }
  return { head, foot }
}

async function* summed(chunks: AsyncIterable<Buffer>, add: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    add(chunk)
    yield chunk
  }
}

/** Reads lines, and between them a table's rows of any length. */
function textReader(bytes: AsyncIterable<Buffer>) {
  const chunks = bytes[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (done) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  function take(length: number): Buffer {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    hash.update(taken)
    return taken
  }
  return {
    /** Of everything read so far. */
    sha256: () => hash.copy().digest('hex'),
    /** Without the line break; undefined after the last. */
    async line(): Promise<string | undefined> {
      let end = rest.indexOf(10)
      while (end === -1) {
        if (rest.length > LONGEST_LINE) throw new NotWhole('a line is too long')
        if (!(await more())) {
          if (rest.length > 0) throw new NotWhole('it ends within a line')
          return undefined
        }
        end = rest.indexOf(10)
      }
      return take(end + 1).toString('utf8', 0, end)
    },
    async *rows(): AsyncGenerator<Buffer> {
      // The line break of the COPY line comes before the first row; an empty table ends right there.
      let before = '\n'
      for (;;) {
        const found = before === '\n' && rest.subarray(0, 3).equals(END.subarray(1)) ? 0 : endIn(rest)
        if (found !== undefined) {
          if (found > 0) yield take(found)
          take(END.length - 1)
          return
        }
        // Keeps back a possible beginning of the end marker; a line feed in it belongs to the row before.
        const sure = rest.length - END.length
        if (sure > 0) {
          const chunk = take(sure)
          before = ''
          yield chunk
        }
        if (!(await more())) throw new NotWhole('it ends within a table')
      }
    },
  }
}

/** Bytes of rows before the end marker. */
function endIn(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(END)
  return at === -1 ? undefined : at + 1
}

function damaged(error: unknown, file: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof NotWhole) return new Refused(`${file} is no whole backup of Enamel: ${message}.`)
  if (code === 'Z_BUF_ERROR') return new Refused(`${file} is no whole backup of Enamel: its end is missing.`)
  if (code.startsWith('Z_')) return new Refused(`${file} is damaged, or no backup of Enamel (${message}).`)
  if ((error as NodeJS.ErrnoException).syscall) return new Refused(`${file} cannot be read (${code}).`)
  return error
}

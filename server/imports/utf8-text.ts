import { IMPORT_BYTES_LIMIT } from '../../contract/patients.ts'
import { FileRefused } from './file-refused.ts'

const HOW_TO_SAVE =
  'Save the file as UTF-8: in Excel as “CSV UTF-8 (Comma delimited)”, in LibreOffice with the character set “Unicode (UTF-8)”.'

/**
 * Decodes a file in chunks, without a byte order mark.
 * @throws FileRefused when it is not UTF-8, or too large
 */
export async function* utf8Text(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  let line = 1
  let before = new Uint8Array()
  for await (const portion of bytes) {
    size += portion.byteLength
    if (size > IMPORT_BYTES_LIMIT) throw tooLarge()
    const text = orElse(
      () => decoder.decode(portion, { stream: true }),
      () => line + breaksBeforeFault(before, portion),
    )
    line += lineBreaks(text)
    before = Uint8Array.from([...before, ...portion.subarray(-LONGEST_SIGN)].slice(-LONGEST_SIGN))
    yield text
  }
  orElse(
    () => decoder.decode(),
    () => line,
  )
}

/** Bytes of the longest character. */
const LONGEST_SIGN = 4

export const tooLarge = () =>
  new FileRefused(
    `The file is larger than ${IMPORT_BYTES_LIMIT / 1024 / 1024} MB. Please split it into several files.`,
    { isTooLarge: true },
  )

function orElse(decode: () => string, faultyLine: () => number): string {
  try {
    return decode()
  } catch {
    throw new FileRefused(`Line ${faultyLine()} of the file is not UTF-8. ${HOW_TO_SAVE}`)
  }
}

const lineBreaks = (text: string) => text.split('\n').length - 1

/**
 * Counts the line breaks of a chunk before invalid UTF-8. A character may have begun in the valid bytes
 * before it.
 */
function breaksBeforeFault(before: Uint8Array, portion: Uint8Array): number {
  const text = (bytes: Uint8Array) => {
    // A chunk may begin inside a character.
    const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
    return new TextDecoder().decode(bytes.subarray(Math.max(start, 0)))
  }
  const [readable = ''] = text(Uint8Array.from([...before, ...portion])).split('\ufffd')
  return lineBreaks(readable) - lineBreaks(text(before))
}

import { IMPORT_BYTES_LIMIT } from '../../contract/patients.ts'
import { FileRefused } from './file-refused.ts'

const HOW_TO_SAVE =
  'Save the file as UTF-8: in Excel as “CSV UTF-8 (Comma delimited)”, in LibreOffice with the character set “Unicode (UTF-8)”.'

/**
 * A file's bytes as text, portion by portion, without a byte order mark.
 * @throws FileRefused when they are not UTF-8, or too many
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

/** Bytes that one sign has at most. */
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

/** Line breaks of a portion up to what is no UTF-8. A sign may have begun in the bytes before, which are well up to it. */
function breaksBeforeFault(before: Uint8Array, portion: Uint8Array): number {
  const text = (bytes: Uint8Array) => {
    // They may begin in the middle of a sign.
    const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
    return new TextDecoder().decode(bytes.subarray(Math.max(start, 0)))
  }
  const [readable = ''] = text(Uint8Array.from([...before, ...portion])).split('\ufffd')
  return lineBreaks(readable) - lineBreaks(text(before))
}

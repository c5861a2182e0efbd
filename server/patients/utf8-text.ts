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
  for await (const portion of bytes) {
    size += portion.byteLength
    if (size > IMPORT_BYTES_LIMIT) throw tooLarge()
    const text = decoded(decoder, portion, line)
    line += lineBreaks(text)
    yield text
  }
  decoded(decoder, undefined, line)
}

export const tooLarge = () =>
  new FileRefused(
    `The file is larger than ${IMPORT_BYTES_LIMIT / 1024 / 1024} MB. Please split it into several files.`,
    { isTooLarge: true },
  )

function decoded(
  decoder: Pick<InstanceType<typeof TextDecoder>, 'decode'>,
  portion: Uint8Array | undefined,
  line: number,
): string {
  try {
    return portion ? decoder.decode(portion, { stream: true }) : decoder.decode()
  } catch {
    const at = line + (portion ? lineBreaks(textBeforeFault(portion)) : 0)
    throw new FileRefused(`Line ${at} of the file is not UTF-8. ${HOW_TO_SAVE}`)
  }
}

const lineBreaks = (text: string) => text.split('\n').length - 1

/** What can be read of a portion. It may begin within a character that the one before has begun. */
function textBeforeFault(portion: Uint8Array): string {
  const start = portion.findIndex((byte) => (byte & 0xc0) !== 0x80)
  const [readable = ''] = new TextDecoder().decode(portion.subarray(Math.max(start, 0))).split('\ufffd')
  return readable
}

import { IMPORT_BYTES_LIMIT } from '../../../contract/patients.ts'
import { FileRefused } from './file-refused.ts'

const HOW_TO_SAVE =
  'Save the file as UTF-8: in Excel as “CSV UTF-8 (Comma delimited)”, in LibreOffice with the character set “Unicode (UTF-8)”.'

/** Replaces bytes that are no UTF-8, and occurs in files that a program has damaged that way before. */
const UNREADABLE = '\ufffd'

/** Fault of a line with unreadable letters. */
export const UNREADABLE_LINE = `A character in this line can't be read. ${HOW_TO_SAVE}`

export const isUnreadable = (text: string): boolean => text.includes(UNREADABLE)

export const notUtf8 = (line: number) =>
  new FileRefused(`Line ${line} of the file is not UTF-8. ${HOW_TO_SAVE}`)

/** Passes a file on. @throws FileRefused when it is too large, as soon as it is */
export async function* withinLimit(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let size = 0
  for await (const portion of bytes) {
    size += portion.byteLength
    if (size > IMPORT_BYTES_LIMIT) throw tooLarge()
    yield portion
  }
}

/**
 * Decodes a file in chunks, without a byte order mark. Invalid bytes become U+FFFD, so that only their line is wrong.
 * @throws FileRefused when it is too large
 */
export async function* utf8Text(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8')
  for await (const portion of withinLimit(bytes)) yield decoder.decode(portion, { stream: true })
  yield decoder.decode()
}

export const tooLarge = () =>
  new FileRefused(
    `The file is larger than ${IMPORT_BYTES_LIMIT / 1024 / 1024} MB. Please split it into smaller files.`,
    { isTooLarge: true },
  )

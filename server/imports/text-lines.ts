/** A line of a file. `isCut`: it is longer than it may be, and its end is left out. */
export type TextLine = { text: string; isCut: boolean }

/**
 * Cuts a text into its lines, whatever ends them (CRLF, LF or CR), as many at a time as are there. A line that is too long
 * is cut off, so that it neither fills the memory nor ends the file.
 */
export async function* linesOf(
  text: AsyncIterable<string>,
  longest: number,
): AsyncGenerator<TextLine[], void> {
  let rest = ''
  let isCut = false
  for await (const portion of text) {
    // A CR at the very end may be half of a CRLF.
    const parts = (rest + portion).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    const lines: TextLine[] = []
    for (const part of parts) {
      lines.push({ text: part.slice(0, longest), isCut: isCut || part.length > longest })
      isCut = false
    }
    if (rest.length > longest) {
      isCut = true
      rest = rest.slice(0, longest) + (rest.endsWith('\r') ? '\r' : '')
    }
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [{ text: rest.replace(/\r$/, ''), isCut }]
}

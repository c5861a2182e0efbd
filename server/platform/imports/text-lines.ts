/**
 * Cuts a text into its lines, whatever ends them (CRLF, LF or CR), as many at a time as are there. Of a line that is longer
 * than it may be, one character more than that is left: it neither fills the memory nor ends the file.
 */
export async function* linesOf(text: AsyncIterable<string>, longest: number): AsyncGenerator<string[], void> {
  let rest = ''
  for await (const portion of text) {
    // A CR at the very end may be half of a CRLF.
    const lines = (rest + portion).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > longest + 1) rest = rest.slice(0, longest + 1) + (rest.endsWith('\r') ? '\r' : '')
    const isLong = (line: string) => line.length > longest
    yield lines.some(isLong) ? lines.map((line) => line.slice(0, longest + 1)) : lines
  }
  if (rest !== '') yield [rest.replace(/\r$/, '')]
}

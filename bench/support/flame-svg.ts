import { escapeHtml } from '../../server/mail/text.ts'
import { type Frame, type Kind, NAMELESS } from './cpu-profile.ts'

/** Dark letters are read on each of them. */
const COLOURS: Record<Kind, string> = {
  'our code': '#ffb454',
  packages: '#8fd0a5',
  Node: '#9cc4f2',
  'V8 and the system': '#cfc8c0',
}

const WIDTH = 1200
const ROW = 16
const HEAD = 44
const LETTER = 6.1
const PAD = 3

/**
 * A flame graph as a picture of its own, without a script: callers below, what they call above, as wide as the time
 * on the stack. Nothing stands in a style sheet, which the policy of our pages would not let a picture bring.
 * @param least share of the time from which a frame is drawn
 */
export function flameSvg(base: Frame, title: string, least: number): string {
  const rows: string[][] = []
  draw(base, 0, 0)
  const height = HEAD + rows.length * ROW + PAD
  const groups = rows.map(
    (frames, depth) =>
      `<g transform="translate(0 ${height - PAD - (depth + 1) * ROW})">${frames.join('')}</g>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="10">`,
    `<title>${escapeHtml(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${PAD}" y="16" font-size="13">${escapeHtml(title)}</text>`,
    ...Object.entries(COLOURS).map(
      ([kind, colour], i) =>
        `<rect x="${PAD + i * 170}" y="24" width="12" height="12" fill="${colour}"/><text x="${PAD + 18 + i * 170}" y="34">${kind}</text>`,
    ),
    ...groups,
    '</svg>\n',
  ].join('\n')

  function draw(one: Frame, x: number, depth: number): void {
    const share = one.total / base.total
    if (share < least) return
    const width = share * WIDTH
    const label = escapeHtml([one.name, one.place].filter(Boolean).join(' '))
    const room = Math.floor((width - 2 * PAD) / LETTER)
    // A function without a name is known by its file.
    const name = one.name === NAMELESS ? one.place.split('/').slice(-2).join('/') || one.name : one.name
    const drawn = escapeHtml(name.slice(0, Math.max(0, room)))
    rows[depth] ??= []
    rows[depth].push(
      `<g><title>${label} ${(share * 100).toFixed(1)} %</title><path d="M${x.toFixed(1)} 0h${(width - 0.4).toFixed(1)}v15h-${(width - 0.4).toFixed(1)}z" fill="${COLOURS[one.kind]}"/>${room > 2 ? `<text x="${(x + PAD).toFixed(1)}" y="11">${drawn}</text>` : ''}</g>`,
    )
    let left = x
    for (const child of [...one.children.values()].toSorted((a, b) => b.total - a.total)) {
      draw(child, left, depth + 1)
      left += (child.total / base.total) * WIDTH
    }
  }
}

import Ban from 'lucide-react/icons/ban'
import { type RefObject, useRef } from 'react'
import type { LandingWords } from './use-landing-words.ts'

/** Position of a ghost, in pixels from the upper left corner of the columns. */
export type GhostPlace = {
  left: number
  width: number
  top: number
  height: number
  /** Whether its note is below it, for lack of room above. */
  isBelow: boolean
  /** Whether its note ends where it ends, or begins where it begins. */
  isAtEnd: boolean
}

export type GhostParts = {
  layer: RefObject<HTMLDivElement | null>
  /** Writes where the visit would land. A frame of a drag costs two transforms, and texts where those are others. */
  draw: (words: LandingWords, place: GhostPlace) => void
  hide: () => void
}

/** Draws a moved appointment without React: a drag would render at every five minutes that it passes. */
export function useGhost(): GhostParts {
  const layer = useRef<HTMLDivElement>(null)
  const known = useRef<Parts | null>(null)
  /** Present position; null: hidden. */
  const drawn = useRef<GhostPlace | null>(null)
  const parts = () => {
    known.current ??= layer.current && partsOf(layer.current)
    return known.current
  }

  const draw = ({ name, canLand, time, lines }: LandingWords, place: GhostPlace) => {
    const found = parts()
    if (!found) return
    const { ghost, note } = found
    const { left, width, top, height, isBelow, isAtEnd } = place
    write(found.who, name)
    write(found.time, time)
    for (const [i, line] of found.lines.entries()) write(line, lines[i] ?? '')
    ghost.toggleAttribute('data-blocked', !canLand)
    const before = drawn.current
    if (before?.width !== width)
      for (const { style } of [ghost, note]) style.setProperty('--width', `${width}px`)
    if (before?.height !== height) ghost.style.height = `${height}px`
    ghost.style.transform = `translate(${left}px, ${top}px)`
    const x = isAtEnd ? `calc(${left + width}px - 2 * var(--side) - 100%)` : `${left}px`
    const y = isBelow ? `${top + height + NOTE_BELOW_PX}px` : `calc(${top - NOTE_ABOVE_PX}px - 100%)`
    note.style.transform = `translate(${x}, ${y})`
    if (!before) ghost.hidden = note.hidden = false
    drawn.current = place
  }
  const hide = () => {
    const found = parts()
    if (!found) return
    found.ghost.hidden = found.note.hidden = true
    drawn.current = null
    for (const each of [found.who, found.time, ...found.lines]) write(each, '')
  }
  return { layer, draw, hide }
}

const NOTE_ABOVE_PX = 8
const NOTE_BELOW_PX = 18

type Parts = { ghost: HTMLElement; who: Element; time: Element; note: HTMLElement; lines: Element[] }

function partsOf(layer: HTMLElement): Parts | null {
  const [ghost, note] = layer.querySelectorAll<HTMLElement>('[data-ghost]')
  const [who, time, ...lines] = layer.querySelectorAll('[data-text]')
  return ghost && note && who && time ? { ghost, who, time, note, lines } : null
}

/** Into the text node that is there: another one in its place would have the styles of the whole page looked through. */
function write(element: Element, text: string): void {
  const { firstChild } = element
  if (!(firstChild instanceof Text)) element.textContent = text
  else if (firstChild.data !== text) firstChild.data = text
}

/** A visit on its way, with a note that says where it would land, or why it cannot. */
export function Ghost({ layer }: Pick<GhostParts, 'layer'>) {
  return (
    // Present before the first note, or a screen reader would miss it.
    <div className="ghosts" role="status" ref={layer}>
      <div className="aloft">
        <div className="ghost" data-ghost hidden>
          <strong className="text" data-text />
          <span>
            <Ban size={14} aria-hidden="true" />
            <span className="text" data-text />
          </span>
        </div>
        <div className="note" data-ghost hidden>
          <strong className="text" data-text />
          <span className="text" data-text />
          <span className="text" data-text />
        </div>
      </div>
    </div>
  )
}

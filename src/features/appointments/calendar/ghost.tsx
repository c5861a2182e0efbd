import Ban from 'lucide:ban'
import { type RefObject, useRef } from 'react'
import type { LandingWords } from './use-landing-words.ts'

/** Where a ghost stands, in pixels from the upper left corner of the columns. */
export type GhostPlace = {
  left: number
  width: number
  top: number
  height: number
  /** Whether its note stands below it, where above is no room. */
  isBelow: boolean
  /** Whether its note ends where it ends, or begins where it begins. */
  isAtEnd: boolean
}

export type GhostParts = {
  layer: RefObject<HTMLDivElement | null>
  /** Writes where the visit would land. A frame of a drag costs two transforms, and texts where those are others. */
  draw: (name: string, words: LandingWords, place: GhostPlace) => void
  hide: () => void
}

/** What is drawn of a visit on its way, past React: a drag would render at every five minutes that it comes by. */
export function useGhost(): GhostParts {
  const layer = useRef<HTMLDivElement>(null)
  const part = (name: string) => layer.current?.querySelector<HTMLElement>(`.${name}`) ?? null

  const draw = (name: string, { canLand, time, lines }: LandingWords, place: GhostPlace) => {
    const [ghost, note] = [part('ghost'), part('note')]
    if (!ghost || !note) return
    const { left, width, top, height, isBelow, isAtEnd } = place
    write(part('who'), name)
    write(part('time'), time)
    for (const [i, line] of [...note.children].entries()) write(line, lines[i] ?? '')
    ghost.toggleAttribute('data-blocked', !canLand)
    for (const each of [ghost, note]) {
      each.style.setProperty('--width', `${width}px`)
      each.hidden = false
    }
    ghost.style.height = `${height}px`
    ghost.style.transform = `translate(${left}px, ${top}px)`
    const x = isAtEnd ? `calc(${left + width}px - 2 * var(--side) - 100%)` : `${left}px`
    const y = isBelow ? `${top + height + NOTE_BELOW_PX}px` : `calc(${top - NOTE_ABOVE_PX}px - 100%)`
    note.style.transform = `translate(${x}, ${y})`
  }
  const hide = () => {
    for (const each of [part('ghost'), part('note')]) {
      if (each) each.hidden = true
    }
    for (const each of layer.current?.querySelectorAll('.text') ?? []) write(each, '')
  }
  return { layer, draw, hide }
}

const NOTE_ABOVE_PX = 8
const NOTE_BELOW_PX = 18

/** A text node in place of another is laid out anew, even with the same words. */
function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}

/** A visit on its way, with a note that says where it would land, or why it cannot. */
export function Ghost({ layer }: Pick<GhostParts, 'layer'>) {
  return (
    // Present before the first note, or a screen reader would miss it.
    <div className="ghosts" role="status" ref={layer}>
      <div className="ghost" hidden>
        <strong className="who text" />
        <span>
          <Ban size={14} aria-hidden="true" />
          <span className="time text" />
        </span>
      </div>
      <div className="note" hidden>
        <strong className="text" />
        <span className="text" />
        <span className="text" />
      </div>
    </div>
  )
}

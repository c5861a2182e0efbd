import { Component, createRef, type ReactNode } from 'react'
import { throttle } from '../../device/throttle.ts'

/** Smaller shifts are invisible, and a page scrolls by whole pixels. */
const NOTICED_PX = 0.5

type Props = {
  /** Filter, page and so on. A change resets the scroll anchor. */
  question: string
  /** Each is in an element with `data-row={id}`. */
  rows: readonly { id: string }[]
  children: ReactNode
}

/**
 * Scroll anchor of a list: the row that is read stays in place while rows come in or go above it. If the page is too
 * short to scroll that far, empty room under the list extends it. A class, since only `getSnapshotBeforeUpdate` sees
 * the page as it was.
 */
export class KeepPlace extends Component<Props> {
  private readonly list = createRef<HTMLDivElement>()
  private readonly room = createRef<HTMLDivElement>()
  private roomPx = 0

  override componentDidMount() {
    // Immediate with reduced motion too, which delays every change by a frame (theme-components.ts).
    this.room.current?.style.setProperty('transition', 'none', 'important')
    addEventListener('scroll', this.onMove, { passive: true })
    addEventListener('resize', this.onMove, { passive: true })
  }

  override componentWillUnmount() {
    removeEventListener('scroll', this.onMove)
    removeEventListener('resize', this.onMove)
    this.onMove.cancel()
  }

  override getSnapshotBeforeUpdate({ question, rows }: Props): Place[] | null {
    const list = this.list.current
    return list && question === this.props.question && rows !== this.props.rows ? placesOf(list) : null
  }

  override componentDidUpdate({ question }: Props, _state: unknown, before: Place[] | null) {
    if (question !== this.props.question) this.setRoom(0)
    else if (before) this.keep(before)
  }

  override render() {
    return (
      <>
        <div ref={this.list}>{this.props.children}</div>
        <div ref={this.room} aria-hidden="true" />
      </>
    )
  }

  /** Puts back the first row that is still there. */
  private keep(before: readonly Place[]) {
    const now = new Set(this.list.current && placesOf(this.list.current).map(({ id }) => id))
    const place = before.find(({ id }) => now.has(id))
    if (!place) return
    this.putBack(place)
    // Reduced motion delays styles by a frame (theme-components.ts), so the borders between rows shift them later.
    const scrolled = scrollY
    const again = () => scrollY === scrolled && this.putBack(place)
    requestAnimationFrame(() => requestAnimationFrame(again))
  }

  private putBack(place: Place) {
    const now = this.list.current && placesOf(this.list.current).find(({ id }) => id === place.id)
    const moved = now ? now.top - place.top : 0
    if (Math.abs(moved) >= NOTICED_PX) {
      this.makeRoomFor(scrollY + moved)
      scrollBy({ top: moved, behavior: 'instant' })
    }
    this.trimRoom()
  }

  /** @param target in pixels from the top of the page */
  private makeRoomFor(target: number) {
    const short = target - furthest()
    if (short <= 0) return
    // A page shorter than the window uses up some room before it grows: adds more than enough first, then less.
    this.setRoom(this.roomPx + target + innerHeight)
    this.setRoom(this.roomPx - Math.floor(furthest() - target))
  }

  /** Removes the room below the screen. */
  private readonly trimRoom = () => {
    if (this.roomPx > 0) this.setRoom(this.roomPx - Math.max(0, Math.floor(furthest() - scrollY)))
  }

  private readonly onMove = throttle(this.trimRoom)

  private setRoom(px: number) {
    this.roomPx = Math.max(0, px)
    if (this.room.current) this.room.current.style.height = `${this.roomPx}px`
  }
}

/** Maximum scroll position, in pixels. */
const furthest = () => document.documentElement.scrollHeight - document.documentElement.clientHeight

/** `top` in pixels on the screen. */
type Place = { id: string; top: number }

/**
 * Positions of the rows: first the one being read, then those after it, then those before it, nearest first. The row
 * being read has the focus or an open menu, else the pointer, else it is the first one on the screen.
 */
function placesOf(list: HTMLElement): Place[] {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const read = rows.indexOf(beingRead(list, rows) as HTMLElement)
  const start = Math.max(0, read)
  return [...rows.slice(start), ...rows.slice(0, start).reverse()].map((row) => ({
    id: row.dataset.row ?? '',
    top: row.getBoundingClientRect().top,
  }))
}

function beingRead(list: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const { top: headTop = 0, bottom: headBottom = 0 } =
    list.querySelector('thead th')?.getBoundingClientRect() ?? {}
  // A sticky head covers the rows under it; one that is scrolled away does not.
  const from = headTop >= 0 ? headBottom : 0
  const isOnScreen = (row: HTMLElement) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > from && top < innerHeight
  }
  // A focus that was scrolled away from is where somebody was, not where they are.
  return (
    rows.find((row) => isWorkedAt(row) && isOnScreen(row)) ??
    rows.find((row) => row.matches(':hover')) ??
    rows.find(isOnScreen)
  )
}

/** Whether the focus is in a row or in the menu opened from it. */
const isWorkedAt = (row: HTMLElement) =>
  row.matches(':focus-within') || row.querySelector('[aria-expanded=true]') !== null

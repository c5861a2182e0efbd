import { Component, createRef, type ReactNode } from 'react'
import { limited } from '../limited.ts'
import { type Place, placesOf } from './being-read.ts'

/** Less than this nobody sees, and a page scrolls by whole pixels. */
const NOTICED_PX = 0.5

type Props = {
  /** What is listed: filter, page and so on. Under another question no row has a place to keep. */
  question: string
  /** The rows that are shown. Each stands in an element with `data-row={id}`. */
  rows: readonly { id: string }[]
  children: ReactNode
}

/**
 * Around a list that changes by itself: the row that is being read stays where it is on the screen while rows come in
 * or go above it. Where the page is too short to scroll that far, it is made longer by empty room under the list.
 * A class, since only `getSnapshotBeforeUpdate` sees the page as it was.
 */
export class KeepPlace extends Component<Props> {
  private readonly list = createRef<HTMLDivElement>()
  private readonly room = createRef<HTMLDivElement>()
  private roomPx = 0

  override componentDidMount() {
    // Its height counts at once, with reduced motion too, where every change takes a frame (theme-components.ts).
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

  /** The first of the places whose row is still there stays where it was. */
  private keep(before: readonly Place[]) {
    const now = new Set(this.list.current && placesOf(this.list.current).map(({ id }) => id))
    const place = before.find(({ id }) => now.has(id))
    if (!place) return
    this.putBack(place)
    // Where motion is reduced, a style counts a frame later (theme-components.ts): the lines between rows then shift them.
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

  /** Makes the page long enough to scroll to `target`, in pixels from its top. */
  private makeRoomFor(target: number) {
    const short = target - furthest()
    if (short <= 0) return
    // A page shorter than the window takes up some of the room before it grows: more than enough first, then less.
    this.setRoom(this.roomPx + target + innerHeight)
    this.setRoom(this.roomPx - Math.floor(furthest() - target))
  }

  /** Room that is below the screen is needed no more. */
  private readonly trimRoom = () => {
    if (this.roomPx > 0) this.setRoom(this.roomPx - Math.max(0, Math.floor(furthest() - scrollY)))
  }

  private readonly onMove = limited(this.trimRoom)

  private setRoom(px: number) {
    this.roomPx = Math.max(0, px)
    if (this.room.current) this.room.current.style.height = `${this.roomPx}px`
  }
}

/** How far the page can be scrolled, in pixels. */
const furthest = () => document.documentElement.scrollHeight - document.documentElement.clientHeight

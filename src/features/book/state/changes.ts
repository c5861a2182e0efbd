import type { Query, QueryClient } from '@tanstack/react-query'
import type { Appointment, ChangeAppointmentWire, TimeConflict } from '../../../../contract/appointments.ts'
import { appointmentNow, changeAppointment, timeConflict } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { type CachedRows, putRow, rowIn } from '../../../api/cached-rows.ts'
import { requestKeys } from '../../../http/request-keys.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import { asWished, isAsWished, isSameWish, type Wish, wireOf } from './wishes.ts'

/** Outcome of a wish. `row` is the appointment as far as known, `before` as it was before the wish. */
export type Outcome = {
  row: Appointment
  before: Appointment
  wish: Wish
  isUndo: boolean
} & (
  | { kind: 'done' }
  /** Somebody else changed it first. */
  | { kind: 'overtaken' }
  /** Somebody else has the time that it was to be moved to. */
  | { kind: 'taken'; conflict: TimeConflict }
  | { kind: 'failed'; error: unknown }
)

/** An appointment that is being changed. */
type Line = {
  /** The newest state known from the server. */
  known: Appointment
  before: Appointment
  /** The first one is with the server. */
  wishes: Wish[]
  isUndo: boolean
  /** Gets the outcome instead of the page. */
  onOutcome: ((outcome: Outcome) => void) | undefined
  done: Promise<void>
}

/** Versions that this page has made of an appointment: an action on any of them means the last. */
type Own = { since: number; row: Appointment }

/**
 * Changes of one page's appointments, shown at once wherever the appointment is. Each appointment has one call at a
 * time; the last wish made meanwhile is sent next, with the version of the answer.
 */
export class AppointmentChanges {
  readonly #client: QueryClient
  readonly #notify: (outcome: Outcome | null) => void
  readonly #lines = new Map<string, Line>()
  readonly #own = new Map<string, Own>()
  readonly #keys = requestKeys()

  /** @param notify gets each outcome, or null when the one before is over */
  constructor(client: QueryClient, notify: (outcome: Outcome | null) => void) {
    this.#client = client
    this.#notify = notify
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
      this.#fetched(event.query)
    })
    store.sub(tokenAtom, () => this.#own.clear())
  }

  /** Confirms or reopens it, like `set`. */
  setOpen(row: Appointment, isOpen: boolean, more: { isUndo?: boolean } = {}): Promise<void> {
    return this.set(row, { kind: 'open', isOpen }, more)
  }

  /** Resolves when the change has ended in whatever way; `notify` gets the outcome, or `onOutcome` where one is given. */
  set(
    row: Appointment,
    wish: Wish,
    { isUndo = false, onOutcome }: { isUndo?: boolean; onOutcome?: (outcome: Outcome) => void } = {},
  ): Promise<void> {
    const running = this.#lines.get(row.id)
    if (running) {
      // Of what isn't sent yet only the last wish of a kind counts.
      const [sent, ...later] = running.wishes
      const others = later.filter(({ kind }) => kind !== wish.kind)
      running.wishes = [...(sent ? [sent] : []), ...others, wish]
      running.isUndo = isUndo
      running.onOutcome = onOutcome
      this.#show(running)
      return running.done
    }
    // The bar of the change before would send an 'Undo' into this one.
    if (!isUndo && !onOutcome) this.#notify(null)
    const known = this.#latest(row)
    const line: Line = { known, before: known, wishes: [wish], isUndo, onOutcome, done: Promise.resolve() }
    this.#lines.set(row.id, line)
    this.#show(line)
    line.done = this.#run(line)
    return line.done
  }

  /**
   * Cancels an appointment after the call under way for it.
   * @param reason the patient reads it; may be empty
   * @throws ApiError; the caches then hold the server's state if it sent one, and are refetched in any case
   */
  async cancel(row: Appointment, reason: string): Promise<Appointment> {
    const running = this.#lines.get(row.id)
    await running?.done
    try {
      const after = await this.#change(running ? newer(row, running.known) : row, {
        status: 'cancelled',
        reason,
      })
      this.#put(after)
      // An 'Undo' of the change before would seem to take back the cancelling.
      this.#notify(null)
      return after
    } catch (error) {
      const now = appointmentNow(error)
      if (now) this.#put(now)
      throw error
    } finally {
      this.#refetch()
    }
  }

  async #run(line: Line): Promise<void> {
    const { id } = line.known
    const token = store.get(tokenAtom)
    let failure: { error: unknown } | null = null
    let last: Wish | undefined
    try {
      // Until the sent wish is the latest one, not until the state matches: somebody else may undo it by now.
      for (let wish = line.wishes[0]; wish; wish = line.wishes[0]) {
        last = wish
        line.before = line.known
        const after = await this.#change(line.known, wireOf(wish, line.known))
        // A list may have brought a newer version meanwhile.
        line.known = newer(line.known, after)
        line.wishes.shift()
        if (line.wishes.length === 1 && line.wishes[0] && isSameWish(line.wishes[0], wish)) line.wishes = []
      }
    } catch (error) {
      failure = { error }
      // A later wish replaces this one.
      last = line.wishes.at(-1) ?? last
    }
    this.#lines.delete(id)
    // The person has signed out, and the caches are empty.
    if (store.get(tokenAtom) !== token || !last) return
    const now = failure && appointmentNow(failure.error)
    const row = now ? newer(line.known, now) : line.known
    this.#put(row)
    this.#refetch()
    const { isUndo, before, onOutcome: notify = this.#notify } = line
    const outcome = { row, before, wish: last, isUndo }
    const conflict = failure && timeConflict(failure.error)
    if (conflict) notify({ ...outcome, kind: 'taken', conflict })
    // Somebody else made the same change: that counts as done.
    else if (!failure || (now && isAsWished(now, last))) notify({ ...outcome, kind: 'done' })
    else if (now) notify({ ...outcome, kind: 'overtaken' })
    else notify({ ...outcome, kind: 'failed', ...failure })
  }

  /**
   * Handles answers requested before the change: they must not show the old state for a moment, nor count as fresh when
   * they reach a hidden page after the change.
   */
  #fetched(query: Query): void {
    if (query.queryKey[0] !== appointmentQueries.all()[0]) return
    const fetched = query.state.data as CachedRows<Appointment> | undefined
    const former = [...this.#own.values()].filter(({ row }) => {
      const found = rowIn(fetched, row.id)
      return found !== undefined && found.version < row.version
    })
    for (const { row } of former) this.#put(row)
    if (former.length > 0) query.invalidate()
    for (const line of this.#lines.values()) {
      const row = rowIn(fetched, line.known.id)
      if (!row) continue
      line.known = newer(line.known, row)
      this.#show(line)
    }
  }

  #show({ known, wishes }: Line): void {
    this.#put(wishes.reduce(asWished, known))
  }

  async #change(row: Appointment, change: ChangeAppointmentWire): Promise<Appointment> {
    const from = this.#latest(row)
    const { id, version } = from
    const after = await this.#keys.send({ id, version, change }, (key) =>
      changeAppointment(from, change, key),
    )
    const own = this.#own.get(row.id)
    const since = own?.row.version === from.version ? own.since : from.version
    this.#own.set(row.id, { since, row: after })
    return after
  }

  /**
   * Latest own version of a row that was rendered, or of a question that was opened, before this page's own last change
   * was answered. Changes by others don't count.
   */
  #latest(row: Appointment): Appointment {
    const own = this.#own.get(row.id)
    return own && row.version >= own.since ? newer(row, own.row) : row
  }

  #put(row: Appointment): void {
    putRow(this.#client, appointmentQueries.all(), row)
  }

  #refetch(): void {
    void this.#client.invalidateQueries({ queryKey: appointmentQueries.all() })
  }
}

/** The later version; of equal ones the second. */
const newer = (one: Appointment, other: Appointment) => (one.version > other.version ? one : other)

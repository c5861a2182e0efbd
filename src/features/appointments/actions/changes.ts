import type { Query, QueryClient } from '@tanstack/react-query'
import type { Appointment, ChangeAppointmentWire } from '../../../../contract/appointments.ts'
import { appointmentNow, changeAppointment } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { type Held, putRow, rowIn } from '../../../api/cached-rows.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'

/** How a request to confirm or reopen ended. `row` is the appointment as far as known. */
export type Outcome = {
  row: Appointment
  /** The requested state: open again, or confirmed. */
  isOpen: boolean
  isUndo: boolean
} & (
  | { kind: 'done' }
  /** Somebody else changed it first. */
  | { kind: 'overtaken' }
  | { kind: 'failed'; error: unknown }
)

/** An appointment that is being confirmed or reopened. */
type Line = {
  /** The newest state known from the server. */
  known: Appointment
  isOpen: boolean
  isUndo: boolean
  done: Promise<void>
}

/** What this page has made of an appointment: whoever acts on a version since the first of it means the last. */
type Own = { since: number; row: Appointment }

/**
 * The changes of one page's appointments, shown at once wherever the appointment is. Each appointment has one call at a
 * time; the last request made meanwhile goes out next, with the version that the answer brings.
 */
export class AppointmentChanges {
  readonly #client: QueryClient
  readonly #notify: (outcome: Outcome | null) => void
  readonly #lines = new Map<string, Line>()
  readonly #own = new Map<string, Own>()

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

  /** Resolves when the change has ended in whatever way; `notify` gets the outcome. */
  setOpen(row: Appointment, isOpen: boolean, { isUndo = false } = {}): Promise<void> {
    const running = this.#lines.get(row.id)
    if (running) {
      Object.assign(running, { isOpen, isUndo })
      this.#show(running)
      return running.done
    }
    const line: Line = { known: this.#latest(row), isOpen, isUndo, done: Promise.resolve() }
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
    try {
      // Until the sent request is the latest one, not until the state matches: somebody else may undo it by now.
      let asked: boolean
      do {
        asked = line.isOpen
        const after = await this.#change(line.known, { isOpen: asked })
        // A list may have brought a newer version meanwhile.
        line.known = newer(line.known, after)
      } while (line.isOpen !== asked)
    } catch (error) {
      failure = { error }
    }
    this.#lines.delete(id)
    // Whoever asked has signed out, and the caches are gone.
    if (store.get(tokenAtom) !== token) return
    const now = failure && appointmentNow(failure.error)
    const row = now ? newer(line.known, now) : line.known
    this.#put(row)
    this.#refetch()
    const { isOpen, isUndo } = line
    // Somebody else made the same change: that counts as done.
    const isWanted = now?.status === (isOpen ? 'open' : 'confirmed')
    const end = isWanted
      ? DONE
      : now
        ? { kind: 'overtaken' as const }
        : failure
          ? { kind: 'failed' as const, ...failure }
          : DONE
    this.#notify({ row, isOpen, isUndo, ...end })
  }

  /**
   * An answer requested before the change must not show the old state for a moment; nor does it count as fresh where it
   * comes after the change, to a page that nobody looks at, which would show it later.
   */
  #fetched(query: Query): void {
    if (query.queryKey[0] !== appointmentQueries.all()[0]) return
    const fetched = query.state.data as Held<Appointment> | undefined
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

  #show({ known, isOpen }: Line): void {
    if (known.status === 'cancelled') return
    this.#put({ ...known, isOpen, status: isOpen ? 'open' : 'confirmed' })
  }

  async #change(row: Appointment, change: ChangeAppointmentWire): Promise<Appointment> {
    const from = this.#latest(row)
    const after = await changeAppointment(from, change)
    const own = this.#own.get(row.id)
    const since = own?.row.version === from.version ? own.since : from.version
    this.#own.set(row.id, { since, row: after })
    return after
  }

  /**
   * What is pressed may have been drawn, and what is asked may have been opened, before this page's own last change of the
   * appointment was answered. What somebody else has done since is no part of that.
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

const DONE = { kind: 'done' as const }

/** The later version; of equal ones the second. */
const newer = (one: Appointment, other: Appointment) => (one.version > other.version ? one : other)

import type { Query, QueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { appointmentNow, changeAppointment } from '../../../api/appointments-change.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'
import { putRow, rowIn } from './cached-rows.ts'

/** How a wish to confirm or reopen an appointment ended. `row` is the appointment as it is, as far as known. */
export type Outcome = {
  row: Appointment
  /** What was wanted: open again, or confirmed. */
  isOpen: boolean
  /** Whether it was to take back the one before. */
  isUndo: boolean
} & (
  | { kind: 'done' }
  /** Somebody else was faster. */
  | { kind: 'overtaken' }
  | { kind: 'failed'; error: unknown }
)

/** An appointment that is being confirmed or reopened. */
type Line = {
  /** The newest state that the server is known to have. */
  known: Appointment
  isOpen: boolean
  isUndo: boolean
  done: Promise<void>
}

/**
 * The changes of one page's appointments. What is wanted shows at once wherever the appointment does. There is one
 * call at a time for each appointment: while it is under way, the last wish counts, and goes out with the version that
 * the answer brings.
 */
export class AppointmentChanges {
  readonly #client: QueryClient
  readonly #notify: (outcome: Outcome | null) => void
  readonly #lines = new Map<string, Line>()

  /** @param notify gets how a wish ended, or null when the one before is over */
  constructor(client: QueryClient, notify: (outcome: Outcome | null) => void) {
    this.#client = client
    this.#notify = notify
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
      this.#fetched(event.query)
    })
  }

  /** Confirms or reopens an appointment. Resolves when that has ended, in whatever way: `tell` hears of it. */
  setOpen(row: Appointment, isOpen: boolean, { isUndo = false } = {}): Promise<void> {
    const running = this.#lines.get(row.id)
    if (running) {
      Object.assign(running, { isOpen, isUndo })
      this.#show(running)
      return running.done
    }
    const line: Line = { known: row, isOpen, isUndo, done: Promise.resolve() }
    this.#lines.set(row.id, line)
    this.#show(line)
    line.done = this.#run(line)
    return line.done
  }

  /**
   * Cancels an appointment, after what is under way for it.
   * @param reason the patient reads it; may be empty
   * @throws ApiError; what is true then is in the caches if the server said so, and asked for in any case
   */
  async cancel(row: Appointment, reason: string): Promise<Appointment> {
    const running = this.#lines.get(row.id)
    await running?.done
    try {
      const after = await changeAppointment(running ? newer(row, running.known) : row, {
        status: 'cancelled',
        reason,
      })
      putRow(this.#client, after)
      // An 'Undo' of the change before would look as if it took back the cancelling.
      this.#notify(null)
      return after
    } catch (error) {
      const now = appointmentNow(error)
      if (now) putRow(this.#client, now)
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
      // Until what was asked for is still what is wanted: not until it is so, which somebody else may undo by now.
      let asked: boolean
      do {
        asked = line.isOpen
        const after = await changeAppointment(line.known, { isOpen: asked })
        // Compared with what is known by now, which a list may have brought in the meantime.
        line.known = newer(line.known, after)
      } while (line.isOpen !== asked)
    } catch (error) {
      failure = { error }
    }
    this.#lines.delete(id)
    // The one who wanted it is gone, and the caches with them.
    if (store.get(tokenAtom) !== token) return
    const now = failure && appointmentNow(failure.error)
    const row = now ? newer(line.known, now) : line.known
    putRow(this.#client, row)
    this.#refetch()
    const { isOpen, isUndo } = line
    // Where somebody else wanted the same, it is simply so.
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

  /** An answer that was on its way must not show for a moment what was before. */
  #fetched({ queryKey, state }: Query): void {
    if (this.#lines.size === 0 || queryKey[0] !== appointmentQueries.all()[0]) return
    for (const line of this.#lines.values()) {
      const row = rowIn(state.data as Parameters<typeof rowIn>[0], line.known.id)
      if (!row) continue
      line.known = newer(line.known, row)
      this.#show(line)
    }
  }

  #show({ known, isOpen }: Line): void {
    if (known.status === 'cancelled') return
    putRow(this.#client, { ...known, isOpen, status: isOpen ? 'open' : 'confirmed' })
  }

  #refetch(): void {
    void this.#client.invalidateQueries({ queryKey: appointmentQueries.all() })
  }
}

const DONE = { kind: 'done' as const }

/** Of two states of an appointment the later one; of the same version the second. */
const newer = (one: Appointment, other: Appointment) => (one.version > other.version ? one : other)

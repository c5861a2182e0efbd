import { type BookingField, fieldId } from '../booking-form.ts'
import type { BookingErrors } from '../booking-state.ts'
import { firstField } from '../steps.ts'

type Words = {
  /** Of a problem, by its key. */
  say: (key: string) => string
  /** How many fields are wrong. */
  sayWrong: (count: number) => string
}

/** Says in the fields of step 2, as the build wrote them, what the app's own would say (src/ui/form). */
export function saidAtFields(place: HTMLElement, { say, sayWrong }: Words) {
  const controlOf = (field: BookingField) => document.getElementById(fieldId(field))
  const wrong = place.querySelector('form p[role=status]')
  const undo = new Map<BookingField, () => void>()
  let errors: BookingErrors = {}

  function change(next: BookingErrors): void {
    errors = next
    const count = Object.keys(errors).length
    if (wrong) wrong.textContent = count > 0 ? sayWrong(count) : ''
  }

  /** @returns what takes it back, so that the field is as it was written */
  function sayAt(field: BookingField, text: string): () => void {
    const control = controlOf(field)
    const frame = control?.closest<HTMLElement>('[data-error]')
    const id = `${fieldId(field)}-hint`
    const hint = document.getElementById(id)
    const said = hint ?? (place.querySelector('p[id$=-hint]')?.cloneNode() as HTMLElement | null)
    if (!control || !frame || !said) return () => {}
    const before = said.textContent
    const mark = (isWrong: boolean) => {
      said.dataset.error = frame.dataset.error = String(isWrong)
      control.setAttribute('aria-invalid', String(isWrong))
    }
    said.id = id
    said.textContent = text
    mark(true)
    control.setAttribute('aria-describedby', id)
    if (!hint) frame.append(said)
    return () => {
      mark(false)
      said.textContent = before
      if (hint) return
      said.remove()
      control.removeAttribute('aria-describedby')
    }
  }

  return {
    errors: () => errors,
    refuse(found: BookingErrors): void {
      for (const [field, problem] of Object.entries(found) as [BookingField, { key: string }][])
        undo.set(field, sayAt(field, say(problem.key)))
      change(found)
      const first = firstField(Object.keys(found) as BookingField[])
      const control = first && controlOf(first)
      control?.focus({ preventScroll: true })
      // The middle of the screen, as in the app.
      control?.scrollIntoView({ block: 'center' })
    },
    /** @param field left out: of all */
    unsay(field?: string): void {
      for (const [each, back] of undo) {
        if (field !== undefined && each !== field) continue
        back()
        undo.delete(each)
        const { [each]: _, ...others } = errors
        change(others)
      }
    },
  }
}

import { availabilityQueries } from '../../../api/availability.ts'
import { clock } from '../../../clock.ts'
import { queryClient } from '../../../offline/query-client.ts'
import type { BookingForm } from '../booking-form.ts'
import { monthQuestions } from '../details/month-questions.ts'
import type { EarlyThird } from './hand-over.ts'

const CONTROLS = 'h2, button, input, select, textarea'

/** What tells a control of step 3 from the others, in both of its forms. */
function keyOf(element: Element): string {
  if (element.id) return element.id
  const words = element.localName === 'button' || element.localName === 'h2' ? element.textContent : ''
  return [
    element.localName,
    words,
    ...['type', 'name', 'aria-label'].map((name) => element.getAttribute(name)),
  ].join()
}

const same = (key: string, place: HTMLElement) =>
  [...place.querySelectorAll<HTMLElement>(CONTROLS)].find((element) => keyOf(element) === key)

/**
 * Takes away step 3 as the early script shows it, and gives the place of the later steps back.
 * @returns what makes of the app's step 3 what that was: focus, places of scrolling, and what was pressed meanwhile
 */
export function holdThird({ element, pressed }: EarlyThird, place: HTMLElement): () => void {
  const focused = element?.contains(document.activeElement) ? document.activeElement : null
  const [focusKey, pressedKey] = [focused, pressed].map((each) => each && keyOf(each))
  const strip = element?.querySelector('[data-strip]')?.scrollLeft ?? 0
  const [left, top] = [scrollX, scrollY]
  return () => {
    if (focusKey) same(focusKey, place)?.focus({ preventScroll: true })
    place.querySelector('[data-strip]')?.scrollTo({ left: strip, behavior: 'instant' })
    scrollTo({ left, top, behavior: 'instant' })
    const button = pressedKey ? same(pressedKey, place) : undefined
    if (button instanceof HTMLSelectElement) look(button)
    else button?.click()
  }
}

function look(select: HTMLSelectElement): void {
  select.focus()
  try {
    select.showPicker()
  } catch {
    // The press was too long ago: it opens at the next one.
  }
}

/** Keeps free times that the early script asked for, as the app would have. */
export function keepTimes(
  location: BookingForm['location'],
  { days, at }: NonNullable<EarlyThird['times']>,
): void {
  const [month] = monthQuestions({ location, doctorId: '', serviceId: '' }, clock.now())
  // Not over midnight.
  if (!month || month.question.from !== days[0]?.date) return
  const { queryKey } = availabilityQueries.days(month.question)
  queryClient.setQueryData(queryKey, [...days], { updatedAt: at })
}

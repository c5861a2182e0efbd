import { clinicDate } from '../../../../domain/clinic-time.ts'
import { clinic } from '../../../clinic.ts'
import { clock, noteServerTime } from '../../../clock.ts'
import { clocksAgree } from '../../../ui/format-time.ts'
import { nextFreeDay } from '../../../ui/slots/free-days.ts'
import { type BookingForm, emptyForm, fieldId, isForMinor } from '../booking-form.ts'
import { missingFields } from '../steps.ts'
import { findErrors } from '../validation.ts'
import { watchForRest } from './at-rest.ts'
import { partsOfThird } from './draw-third.ts'
import { freeDaysIn } from './free-days-in.ts'
import { EARLY_NEXT, EARLY_THIRD_ID, type EarlyThird, earlyStep, LATER_STEPS_ID } from './hand-over.ts'
import { saidAtFields } from './said-at-fields.ts'
import { valuesIn } from './values.ts'

/*
 * Step 3 of booking before the app is there: checks step 2 at Next by the app's own rules, and makes of the parts that the build
 * wrote (early-third.tsx) and of the free times that public/early-booking.js has asked for what the app would show. What takes
 * more than these times is remembered and done by the app, which takes over with take-over.tsx. The build bundles it as a file
 * of its own, so it imports nothing but small functions.
 */

/** Times that were asked for longer ago, in milliseconds, are left to the app, which asks anew. */
const MAX_AGE_MS = 10 * 60_000

type Early = NonNullable<typeof window.earlyBooking>

const documentOf = (asked: XMLHttpRequest) =>
  new Promise<Document>((resolve) => {
    // Where it has not come nothing begins, and the app does it all.
    const look = () => asked.status === 200 && asked.response && resolve(asked.response)
    if (asked.readyState === XMLHttpRequest.DONE) look()
    else asked.addEventListener('load', look)
  })

function begin(early: Early, place: HTMLElement, document_: Document): void {
  const root = document.documentElement
  const parts = partsOfThird(document_, root.lang)
  const ended = new AbortController()
  const { signal } = ended
  const said = saidAtFields(place, {
    say: parts.say,
    sayWrong: (count) => parts.sayCount('fieldsWrong', count),
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(parts.rules)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const toast = parts.part('[data-part=missing]')
  let toastEnd: ReturnType<typeof setTimeout> | undefined
  const element = parts.part(`#${EARLY_THIRD_ID}`)
  const navOfTwo = earlyStep()?.querySelector('nav')
  const nav = parts.part('nav')
  const chosen = { location: '', date: '', time: '' }

  const form = (): BookingForm => ({
    ...emptyForm(clinic.offeredLocations),
    ...valuesIn(place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')),
  })

  const third: EarlyThird = {
    element: null,
    times: null,
    pressed: null,
    errors: said.errors,
    unsay: said.unsay,
    next: () => void next().catch(() => {}),
    show(isShown) {
      place.hidden = isShown
      element.hidden = !isShown
      const [gone, wanted] = isShown ? [navOfTwo, nav] : [nav, navOfTwo]
      if (gone?.isConnected && wanted) gone.replaceWith(wanted)
    },
    values() {
      const { location, date, time } = chosen
      // What was chosen elsewhere is no choice.
      if (!third.element || form().location !== location) return {}
      const type = element.querySelector<HTMLInputElement>('[name=appointmentType]:checked')?.value ?? ''
      const description = element.querySelector('textarea')?.value ?? ''
      return { appointmentType: type as BookingForm['appointmentType'], date, time, description }
    },
    atRest: watchForRest(
      window,
      () => early.step === 3 && document.activeElement?.localName === 'textarea',
      signal,
    ),
    over() {
      ended.abort()
      said.unsay()
      element.remove()
      toast.remove()
      place.hidden = false
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }

  /** Next of step 2. What it cannot decide stays remembered, and the app goes on when it is there. */
  async function next(): Promise<void> {
    said.unsay()
    toast.remove()
    const typed = form()
    // A minor's guardian is asked for by the app.
    if (isForMinor(typed)) return
    const errors = findErrors(typed, 2)
    if (Object.keys(errors).length > 0) {
      done()
      said.refuse(errors)
      if (missingFields(typed, 2).length > 0) sayMissing()
    } else if (await isDrawn(typed.location)) {
      done()
      early.show(3)
    }
  }

  function sayMissing(): void {
    place.after(toast)
    clearTimeout(toastEnd)
    toastEnd = setTimeout(() => toast.remove(), Number(toast.dataset.ms))
  }

  function done(): void {
    early.wantsNext = false
    root.removeAttribute(EARLY_NEXT)
  }

  async function isDrawn(location: string): Promise<boolean> {
    if (third.element) return location === chosen.location
    const { earlyAnswer } = window
    const found = earlyAnswer && (await freeDaysIn(location, earlyAnswer))
    // Taken over or gone back meanwhile.
    const isWanted = window.earlyBooking === early && early.step === 2 && early.wantsNext
    if (!found || Date.now() - found.at > MAX_AGE_MS || !isWanted) return false
    noteServerTime(found.serverTime)
    const first = nextFreeDay(found.days, clinicDate(clock.now(), clinic.timeZone))
    if (!first) return false
    chosen.location = location
    third.times = found
    draw(found.days, first)
    return true
  }

  function draw(days: NonNullable<EarlyThird['times']>['days'], first: string): void {
    const now = clock.now()
    const zone = element.querySelector<HTMLElement>('[data-zone]')
    if (zone) zone.hidden = clocksAgree(clinic.timeZone, now)
    const previous = element.querySelector<HTMLElement>('[data-early]')
    if (previous) previous.dataset.early = '2'
    // A press goes to what lies under it: the list is the app's.
    for (const select of element.querySelectorAll('select')) select.style.pointerEvents = 'none'
    const strip = parts.strip(days, first, clinicDate(now, clinic.timeZone))
    element.querySelector(`#${fieldId('date')} [role=status]`)?.replaceWith(strip)
    element.querySelector(`#${fieldId('time')} [role=status]`)?.remove()
    choose(first)
    strip.addEventListener('change', ({ target }) => {
      choose((target as Element).closest<HTMLElement>('label')?.dataset.day ?? '')
    })
    element.addEventListener('click', onClick)
    element.addEventListener('change', onType)
    element.addEventListener('submit', (event) => {
      // What was chosen would stand in the address.
      event.preventDefault()
      root.setAttribute(EARLY_NEXT, '')
      remember(element.querySelector<HTMLElement>('[type=submit]'))
    })
    place.after(element)
    third.element = element

    function choose(date: string): void {
      const day = days.find((each) => each.date === date)
      if (!day) return
      Object.assign(chosen, { date, time: '' })
      const panel = element.querySelector(`#${fieldId('time')}`)
      // After the field's name.
      panel?.replaceChildren(...[...panel.children].slice(0, 1), ...parts.day(day))
    }
  }

  function onClick({ target }: Event): void {
    const pressed = target as Element
    const button = pressed.closest('button')
    // What lies under a select that takes no press.
    const select = button || pressed.closest('label') ? null : pressed.querySelector(':scope > select')
    if (select instanceof HTMLSelectElement && !select.disabled) remember(select)
    if (!button || button.dataset.early || button.type === 'submit') return
    const { time } = button.dataset
    if (!time) remember(button)
    else {
      forget()
      chosen.time = time
      parts.mark(element, button)
    }
  }

  /** The services of a type are the app's; what they are called may take another line. */
  function onType({ target }: Event): void {
    const { name, value } = target as HTMLInputElement
    if (name !== 'appointmentType') return
    const id = fieldId('serviceId')
    for (const [selector, key] of [
      [`label[for=${id}]`, value],
      [`#${id} option`, 'loading'],
    ] as const) {
      const said = element.querySelector(selector)
      if (said) said.textContent = parts.say(key)
    }
  }

  /** It is answered here, or by the app after it has taken over. */
  function forget(): void {
    if (window.earlyPress) window.earlyPress.button = null
  }

  function remember(control: HTMLElement | null): void {
    forget()
    third.pressed?.removeAttribute('aria-busy')
    control?.setAttribute('aria-busy', 'true')
    third.pressed = control
  }

  // What was wrong is not said any more of what is being put right.
  for (const type of ['input', 'change'])
    place.addEventListener(type, ({ target }) => said.unsay((target as HTMLInputElement).name), { signal })

  early.third = third
  if (early.wantsNext) third.next()
}

const early = window.earlyBooking
const place = earlyStep()?.querySelector<HTMLElement>(`#${LATER_STEPS_ID}`)
if (early?.parts && place)
  void documentOf(early.parts).then((parts) => {
    if (window.earlyBooking === early) begin(early, place, parts)
  })

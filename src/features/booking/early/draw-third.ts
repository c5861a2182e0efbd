import type { DayAvailability } from '../../../../contract/availability.ts'
import { keyFor, sayIn } from '../../../i18n/plain-words.ts'
import { formatDay, formatTime, shortWeekday } from '../../../ui/format-time.ts'
import { barsOf, groupTimes, stripDays } from '../../../ui/slots/free-days.ts'

/** The parts of step 3 as the build wrote them (early-third.tsx), filled in. */
export function partsOfThird(parts: Document, language: string) {
  const texts: Record<string, string> = JSON.parse(parts.body.dataset.words ?? '{}')
  const say = sayIn(texts)
  const sayCount = (key: string, count: number, day = '') =>
    say(keyFor(texts, key, count, language), { count, day })
  /** @throws where the build wrote no such part */
  const part = (selector: string): HTMLElement => {
    const found = parts.querySelector(selector)
    if (!found) throw new Error(`Step 3 has no part ${selector}.`)
    return document.importNode(found, true) as HTMLElement
  }
  const [chosen, free] = [...parts.querySelectorAll('[data-part=times] button')]
  const look = (button: Element, isChosen: boolean) => {
    button.className = (isChosen ? chosen : free)?.className ?? ''
    button.setAttribute('aria-pressed', String(isChosen))
  }

  function fillTile(label: HTMLElement, { date, slots }: DayAvailability, today: string): HTMLElement {
    const [weekday, number, count, bars] = label.querySelectorAll('span, strong, small')
    const full = barsOf(slots.length)
    label.dataset.day = date
    label.dataset.bars = String(full)
    const day = formatDay(date, language)
    label.querySelector('input')?.setAttribute('aria-label', sayCount('dayFree', slots.length, day))
    if (weekday) weekday.textContent = date === today ? say('today') : shortWeekday(date, language)
    if (number) number.textContent = String(Number(date.slice(8)))
    if (count) count.textContent = sayCount('free', slots.length)
    for (const [index, bar] of [...(bars?.children ?? [])].entries())
      bar.setAttribute('data-full', String(index < full))
    return label
  }

  function fillGroup(section: Element, group: readonly string[]): void {
    const [head, buttons] = section.children
    const sample = buttons?.firstElementChild
    if (group.length === 0 || !sample) {
      section.remove()
      return
    }
    const count = head?.querySelector('span')
    if (count) count.textContent = sayCount('free', group.length)
    buttons.replaceChildren(
      ...group.map((time) => {
        const button = sample.cloneNode() as HTMLElement
        button.textContent = formatTime(time, language)
        button.dataset.time = time
        look(button, false)
        return button
      }),
    )
  }

  return {
    part,
    say,
    sayCount,
    rules: parts.body.dataset.rules ?? '',
    /** The days that have times, `first` chosen; each has its day in `data-day`. */
    strip(days: readonly DayAvailability[], first: string, today: string): HTMLElement {
      const strip = part('[data-strip]')
      const tile = part('[data-strip] > label')
      const tiles = stripDays(days, first).map((day) =>
        fillTile(tile.cloneNode(true) as HTMLElement, day, today),
      )
      strip.replaceChildren(...tiles)
      const input = strip.querySelector<HTMLInputElement>(`[data-day="${first}"] > input`)
      if (input) input.checked = true
      return strip
    },
    /** A day's name and its times, each in `data-time`. */
    day({ date, slots }: DayAvailability): Node[] {
      const heading = part('[data-part=day]')
      heading.textContent = formatDay(date, language)
      const list = part('[data-part=times] > *')
      const groups = Object.values(groupTimes(slots))
      for (const [index, section] of [...list.children].entries()) fillGroup(section, groups[index] ?? [])
      return [heading, list]
    },
    /** Shows which of the times is chosen. */
    mark(list: Element, time: HTMLElement): void {
      for (const each of list.querySelectorAll('[data-time]')) look(each, each === time)
    },
  }
}

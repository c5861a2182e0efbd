import type { OpeningHours } from '../../domain/clinic.ts'
import { clinic } from '../clinic.ts'
import { isoLanguage, type LanguageCode } from '../i18n/languages.ts'
import { formatTime } from '../ui/format-time.ts'

/** Of the week, beginning with Monday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

/**
 * What a visit without JavaScript sees of the booking page: how to reach the clinic, in plain elements.
 * @param text why there is nothing else
 */
export function WithoutScript({ language, text }: { language: LanguageCode; text: string }) {
  const iso = isoLanguage(language)
  return (
    <noscript>
      <main className="without-script">
        <h1>{clinic.name}</h1>
        <p>{text}</p>
        {clinic.locations.map(({ code, name, address, phone, openingHours }) => (
          <section key={code}>
            <h2>{name}</h2>
            <p>{address}</p>
            {phone && (
              <p>
                <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
              </p>
            )}
            {openOn(openingHours, iso).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </main>
    </noscript>
  )
}

/** Days with the same hours in one line: 'Mon–Fri 9:00 AM–5:00 PM'. Days without any are left out. */
export function openOn(hours: OpeningHours, language: string): string[] {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // The fourth of January 1970 was a Sunday.
  const nameOf = (day: number) => weekday.format(new Date(Date.UTC(1970, 0, 4 + day)))
  const lines: { first: number; last: number; open: string }[] = []
  for (const day of DAYS) {
    const open = (hours[day] ?? [])
      .map(({ from, to }) => `${formatTime(from, language)}–${formatTime(to, language)}`)
      .join(', ')
    const before = lines.at(-1)
    if (before?.open === open) before.last = day
    else lines.push({ first: day, last: day, open })
  }
  return lines
    .filter(({ open }) => open !== '')
    .map(({ first, last, open }) =>
      first === last ? `${nameOf(first)} ${open}` : `${nameOf(first)}–${nameOf(last)} ${open}`,
    )
}

/** Buttons that do nothing are not shown then. */
export const withoutScriptRules =
  '@media (scripting:none){#root{display:none}}.without-script{max-width:720px;margin:auto;padding:16px;display:grid;gap:16px}'

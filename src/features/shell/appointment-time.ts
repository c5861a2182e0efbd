import { clinic } from '../../clinic.ts'

/** 'Mon 4 Mar, 9:30 AM': an instant of the wire in clinic time, in English with the day before the month. */
export function appointmentTime(instant: string, language: string, timeZone = clinic.timeZone): string {
  const at = new Date(instant)
  const english = language === 'en'
  const day = new Intl.DateTimeFormat(english ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone,
  })
  const time = new Intl.DateTimeFormat(english ? 'en-US' : language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  // Newer ICU puts a narrow no-break space before AM, which many fonts lack.
  return `${day.format(at).replace(',', '')}, ${time.format(at).replace(/\u202f/g, ' ')}`
}

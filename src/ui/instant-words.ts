/**
 * When something was, in clinic time whatever the zone of the device: '14 Nov 2026, 10:42' in English.
 * @param instant ISO 8601 with offset
 */
export function instantInWords(instant: string, timeZone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return format.format(new Date(instant))
}

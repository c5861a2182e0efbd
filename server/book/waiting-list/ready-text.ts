import type { Clinic } from '../../../domain/clinic.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../../domain/languages.ts'
import { spokenTimeInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'

/** Text for a person to call. Neither the service nor the link, which a message alone brings. */
export function readyText(
  { startsAt, location, language }: { startsAt: Date; location: string; language: LanguageCode },
  { name, timeZone, locations, languages }: Clinic,
): string {
  const texts = textsIn(isoLanguage(offeredLanguage(language, languages)))
  return texts.say('todo.offer', {
    clinic: oneLine(name),
    when: spokenTimeInSms(startsAt, timeZone, texts),
    place: oneLine(locations.find(({ code }) => code === location)?.name ?? location),
  })
}

import type { Todo } from '../../../contract/todo.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { spokenTimeInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'

type Visit = {
  kind: Todo['kind']
  status: Todo['appointment']['status']
  reference: string
  startsAt: Date
  location: string
  /** The patient's language of messages. */
  language: string
}

/** Text for a patient who is to be called, in their language: the undelivered message, or its subject. */
export function readyText(
  { kind, status, reference, startsAt, location, language }: Visit,
  { name, timeZone, locations, languages }: Pick<Clinic, 'name' | 'timeZone' | 'locations' | 'languages'>,
): string {
  const texts = textsIn(isoLanguage(offeredLanguage(language, languages)))
  const place = locations.find(({ code }) => code === location)
  const phone = place?.phone ?? ''
  const values = {
    clinic: oneLine(name),
    when: spokenTimeInSms(startsAt, timeZone, texts),
    place: oneLine(place?.name ?? location),
    reference: oneLine(reference),
    phone,
  }
  const withDesk = <Key extends 'sms.booked' | 'sms.cancelled'>(key: Key) =>
    texts.say(phone === '' ? `${key}WithoutPhone` : key, values)
  if (status === 'cancelled') return withDesk('sms.cancelled')
  if (kind === 'booking_not_sent') return withDesk('sms.booked')
  return texts.say(kind === 'move_not_sent' ? 'todo.moved' : 'todo.about', values)
}

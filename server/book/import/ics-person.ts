import { matchNames, nameWords } from '../../patients/records/same-name.ts'
import { tidied } from '../../platform/imports/csv-lines.ts'
import type { Cells } from './columns.ts'
import type { IcsProperty } from './ics-property.ts'
import type { Words } from './words.ts'

/** Owners of a calendar, who are never patients. */
export type Owner = { names: readonly string[]; words?: Pick<Words, 'doctor'> | undefined }

type Attendee = { name: string; email: string; phone: string }

/** Attendees that are no person, or not the patient (RFC 5545, 3.2.3 and 3.2.16). */
const THINGS = ['ROOM', 'RESOURCE', 'GROUP']
const HOSTS = ['CHAIR', 'NON-PARTICIPANT']
/** Rooms and calendars of Google, and no-reply senders. */
const NOBODYS =
  /@(?:resource|group|group\.v|import)\.calendar\.google\.com$|^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?)[^@]*@/
/** Words in names of rooms, chairs and desks without a property. Digits may follow. */
const PLACES = new Set(
  `room surgery operatory chair office reception frontdesk desk clinic xray
  zimmer behandlungszimmer praxis empfang consultorio sillon recepcion
  ambulatorio poltrona кабинет кресло регистратура`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * The contact of the attendee, if that is one person: not the organizer, the doctor, a room or the calendar itself.
 * @param patient the name that the event has
 * @returns nothing where it is unclear, with a note that says so
 */
export function contactOf(
  properties: readonly IcsProperty[],
  patient: string,
  owner: Owner,
): { email: string; phone: string; name: string; note?: string } {
  const organizers = properties.filter(({ name }) => name === 'ORGANIZER')
  const own = [...owner.names, ...organizers.flatMap(textsOf)].filter(Boolean)
  const isOwn = ({ name, email }: Attendee) =>
    own.some((each) => [name, email].some((text) => text !== '' && isAlike(text, each))) ||
    (name !== '' && owner.words?.doctor(name) !== undefined)
  const candidates = properties
    .filter(({ name, params }) => name === 'ATTENDEE' && isPerson(params))
    .map(attendeeOf)
    .filter(
      (each) =>
        (each.email !== '' || each.phone !== '') &&
        !NOBODYS.test(each.email) &&
        !isPlace(each) &&
        !isOwn(each),
    )
  const emails = new Set(candidates.map(({ email }) => email).filter(Boolean))
  const phones = new Set(candidates.map(({ phone }) => phone).filter(Boolean))
  const names = candidates.map(({ name }) => name).filter((name) => nameWords(name).length > 0)
  const [name = ''] = names
  const none = { email: '', phone: '', name: '' }
  if (emails.size > 1 || phones.size > 1 || names.some((each) => !isShared(each, name))) {
    return { ...none, note: 'Several people are invited: no contact is taken, as it is unclear whose it is.' }
  }
  if (name !== '' && patient !== '' && !isShared(name, patient)) {
    return { ...none, note: 'The invited person has a different name, so their contact was left out.' }
  }
  const [[email = ''], [phone = '']] = [[...emails], [...phones]]
  return { email, phone, name }
}

const isPerson = (params: IcsProperty['params']) =>
  !THINGS.includes(params.get('CUTYPE')?.toUpperCase() ?? '') &&
  !HOSTS.includes(params.get('ROLE')?.toUpperCase() ?? '')

function attendeeOf({ params, value }: IcsProperty): Attendee {
  const [, scheme = '', address = ''] = /^\s*(mailto|tel):(.*)$/is.exec(value) ?? []
  const isMail = scheme.toLowerCase() === 'mailto'
  const email = isMail ? withoutHeaders(address) : (params.get('EMAIL') ?? '')
  const name = tidied(params.get('CN') ?? '')
  return {
    // Some programs repeat the address there.
    name: name.includes('@') ? '' : name,
    email: email.trim().toLowerCase(),
    // Without parameters (RFC 3966).
    phone: scheme !== '' && !isMail ? address.replace(/[;?].*$/s, '').trim() : '',
  }
}

/** The address of a 'mailto:' without what a mail to it would begin with, such as '?subject=x' (RFC 6068). */
const withoutHeaders = (address: string) => address.replace(/\?.*$/s, '')

/** Names of an organizer, and of the author of the event (RFC 5545, 3.2.18). */
function textsOf(organizer: IcsProperty): string[] {
  const { name, email } = attendeeOf(organizer)
  return [name, email, withoutHeaders((organizer.params.get('SENT-BY') ?? '').replace(/^mailto:/i, ''))]
}

/** Decides by the name, or without one by the address. */
function isPlace({ name, email }: Attendee): boolean {
  const words = nameWords(name || email.replace(/@.*$/, '').replace(/[._+-]/g, ' '))
  return words.some((word) => PLACES.has(word.replace(/\d+$/, '')))
}

const isShared = (one: string, other: string) => matchNames(nameWords(one), nameWords(other)) !== 'none'

/** The same address, or all of the same name. */
function isAlike(one: string, other: string): boolean {
  if (one.includes('@') || other.includes('@')) return one.toLowerCase() === other.toLowerCase()
  const words = [nameWords(one), nameWords(other)].map((each) => each.toSorted().join(' '))
  return words[0] === words[1]
}

/** Between a name and a service. */
const BETWEEN = /\s+[-–—|/]\s+|:\s+/
/** Between them where one is a service of the clinic's. */
const ALSO_BETWEEN = /^(.+?)(?:,\s+(.+)|\s*\(([^()]+)\))$/

/** 'Ada Obi', 'Ada Obi (ENM-00001)', 'Ada Obi - Root canal' or 'Ada Obi (Root canal)', in this order or the other. */
export function summaryOf(
  summary: string,
  words?: Pick<Words, 'service'>,
): Pick<Cells, 'clinic_id' | 'service'> & { name: string } {
  const service = (text: string) => text !== '' && words?.service(text) !== undefined
  const [left, right] = partsOf(summary, service)
  if (right === '' && service(left)) return { name: '', clinic_id: '', service: left }
  const isTurned = service(left) && !service(right)
  const [person, done] = isTurned ? [right, left] : [left, right]
  const [, name = person, clinicId = ''] = /^(.*?)\s*\(([^()]+)\)$/.exec(person) ?? []
  return { name, clinic_id: clinicId, service: done }
}

function partsOf(summary: string, service: (text: string) => boolean): [string, string] {
  const between = BETWEEN.exec(summary)
  if (between) {
    return [summary.slice(0, between.index).trim(), summary.slice(between.index + between[0].length).trim()]
  }
  const [, one = '', behindComma, inParentheses] = ALSO_BETWEEN.exec(summary) ?? []
  const other = behindComma ?? inParentheses ?? ''
  return !service(summary) && service(one) !== service(other) ? [one, other] : [summary, '']
}

/** Words of events without a patient. */
const NOT_A_VISIT = new Set(
  `lunch break meeting training holiday holidays vacation leave closed blocked busy unavailable private admin maintenance
  conference standup cleaning errand birthday reminder todo office staff team call
  mittagspause pause besprechung urlaub feiertag geschlossen gesperrt termin privat fortbildung
  almuerzo descanso reunion vacaciones festivo cerrado ocupado
  pranzo pausa riunione ferie festivo chiuso occupato
  обед перерыв совещание отпуск выходной закрыто занято`
    .split(/\s+/)
    .filter(Boolean),
)

/** Reports whether a summary names no person but another entry of a calendar. */
export const isNoVisit = (name: string): boolean => nameWords(name).some((word) => NOT_A_VISIT.has(word))

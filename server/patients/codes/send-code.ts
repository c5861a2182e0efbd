import type { Pool } from 'pg'
import type { CodeSent } from '../../../contract/one-time-codes.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { maskedName } from '../../../domain/patient-name.ts'
import { storeChallenge, storeChoices } from './challenges.ts'
import type { Contact } from './contact.ts'
import { findPeople } from './people.ts'

/** Word for word as specified (section 8). */
const MESSAGES = {
  email: 'Please enter code sent to your email!',
  phone: 'Please enter code sent to your phone!',
  // By clinic id always this one: the other would reveal how the clinic reaches that person (specification, section 7).
  clinic_id: 'Please enter code sent to your email!',
} as const
const CHOOSE = 'Please select your name!'

type Sent = { isChoice: boolean; message: string; data: CodeSent[] }

/**
 * Answers a request for a code. An unknown contact and one patient cost the same two statements and get the same
 * answer, which repeats only the typed text; several patients with a shared contact are the one visible difference.
 * @param choiceId the chosen name among several; an invalid choice for this contact is treated as unknown
 */
export async function sendCode(
  pool: Pool,
  contact: Contact,
  {
    choiceId,
    language,
    caller,
    now,
  }: { choiceId: string | null; language: LanguageCode; caller: string; now: Date },
): Promise<Sent> {
  const people = await findPeople(pool, contact, { choiceId, now })
  if (people.length > 1) {
    const ids = await storeChoices(pool, contact, people, now)
    const data = people.map(({ name }, at) => ({ ...echo(contact, ids[at] ?? ''), names: maskedName(name) }))
    return { isChoice: true, message: CHOOSE, data }
  }
  const challengeId = await storeChallenge(pool, { contact, patientId: people[0]?.id, language, caller }, now)
  return { isChoice: false, message: MESSAGES[contact.kind], data: [echo(contact, challengeId)] }
}

const echo = ({ kind, typed }: Contact, rawId: string): CodeSent => ({
  rawId,
  emrId: kind === 'clinic_id' ? typed : '',
  email: kind === 'email' ? typed : '',
  phoneNumber: kind === 'phone' ? typed : '',
})

import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../../domain/languages.ts'
import { type SendParts, sendAbout } from '../../messages/send/send.ts'
import { visitLinkAddress } from '../../messages/send/visit-links.ts'
import { sendSmsOnce } from '../../messages/sms/send-once.ts'
import { CONTACT_COLUMNS, contactsOf, type StoredContact } from '../../patients/records/contacts.ts'
import type { Job, JobOutcome } from '../../platform/queue/job.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { HOLDS } from '../waiting-list/offer-state.ts'
import { type OfferFacts, offerMail, offerSmsText } from '../waiting-list/offer-words.ts'
import { mintOfferLink } from '../waiting-list/offers.ts'
import { OFFER, type OfferData } from '../waiting-list/queue.ts'

type Row = Pick<OfferFacts, 'startsAt' | 'goodUntil' | 'doctorName' | 'visitStartsAt'> &
  StoredContact & {
    id: string
    location: string
    appointmentId: string | null
    language: LanguageCode
    firstName: string
  }

type Contact = { channel: 'email' | 'sms'; key: string }

/**
 * Sends an offer: to the patient of an appointment with that appointment's own link, to others with a link of the
 * offer's own. One that is over by then, or was claimed, is not sent.
 */
export function offerJob(parts: SendParts): (job: Job<OfferData>) => Promise<JobOutcome> {
  const { clinic, log, now = () => new Date() } = parts
  return async (job) => {
    const row = await load(parts, job.offerId, now())
    const place = clinic.locations.find(({ code }) => code === row?.location)
    if (!row || !place) {
      log.info({ offer: job.offerId }, `${OFFER.name} no longer needed`)
      return 'skipped'
    }
    const texts = textsIn(isoLanguage(offeredLanguage(row.language, clinic.languages)))
    const facts = { ...row, clinic, place, patient: row, texts, now: now() }
    const { appointmentId } = row
    if (appointmentId === null) return sendToPerson(parts, row, facts, job)
    return sendAbout(parts, {
      appointmentId,
      messageId: job.id,
      attempt: job.attempt,
      name: OFFER.name,
      kind: 'offer',
      isFor: ({ status }) => status !== 'cancelled',
      compose: {
        mail: ({ visitLink = '' }) => offerMail({ ...facts, link: visitLink }),
        sms: ({ visitLink = '' }) => offerSmsText({ ...facts, link: visitLink }),
      },
      hasLink: () => true,
    })
  }
}

/** An offer that is still open. */
async function load({ pool }: SendParts, offerId: string, now: Date): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT o.id, o.location, o.starts_at AS "startsAt", o.good_until AS "goodUntil", d.name AS "doctorName",
       e.appointment_id AS "appointmentId", a.starts_at AS "visitStartsAt", coalesce(a.language, e.language) AS language,
       p.first_name AS "firstName", ${CONTACT_COLUMNS}
     FROM offers o JOIN waiting_entries e ON e.id = o.entry_id JOIN patients p ON p.id = e.patient_id
     JOIN doctors d ON d.id = o.doctor_id LEFT JOIN appointments a ON a.id = e.appointment_id
     WHERE o.id = $2 AND ${HOLDS('$1')}`,
    [now, offerId],
  )
  return rows[0]
}

function contactOf(row: Row, country: string): Contact | null {
  const { email, sms } = contactsOf(row, country)
  if (email !== null) return { channel: 'email', key: email }
  return sms === null ? null : { channel: 'sms', key: sms }
}

/**
 * Sends to a person without an appointment. A mail may come twice after a crash, with the same Message-ID; an SMS is
 * sent once.
 */
async function sendToPerson(
  { pool, clinic, transport, log, origin, now = () => new Date(), ...smsParts }: SendParts,
  row: Row,
  about: Omit<OfferFacts, 'link'>,
  job: Job<OfferData>,
): Promise<JobOutcome> {
  const { id } = row
  const contact = contactOf(row, clinic.country)
  if (!contact) {
    log.warn({ offer: id }, 'the record has neither an email address nor a number for SMS')
    return 'refused'
  }
  if (contact.channel === 'sms' && smsParts.sms.way === 'none') {
    log.warn({ offer: id }, 'SMS not sent: no gateway is set')
    return 'refused'
  }
  const { channel, key } = contact
  const token = `${OFFER_TOKEN}${await mintOfferLink(pool, id, key)}`
  const link = visitLinkAddress(origin(), token, channel === 'email' ? 'mail' : 'sms')
  const facts = { ...about, link }
  if (channel === 'email') return transport.send(offerMail(facts), job.id)
  const outcome = await sendSmsOnce(smsParts, {
    id: job.id,
    to: key,
    now: now(),
    text: () => offerSmsText(facts),
    async claim() {
      const { rowCount } = await pool.query(
        'UPDATE offers SET sms_at = $2 WHERE id = $1 AND sms_at IS NULL',
        [id, now()],
      )
      return rowCount === 1
    },
    release: async () => void (await pool.query('UPDATE offers SET sms_at = NULL WHERE id = $1', [id])),
  })
  if (outcome === 'limit') log.warn({ offer: id }, 'SMS not sent: the limit of the day is reached')
  return outcome === 'sent' ? outcome : 'refused'
}

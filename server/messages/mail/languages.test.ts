import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { mailParts, mailSubject, startMailServer } from '../../../tests/support/mail-server.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { cancellationJob } from '../jobs/cancellation-job.ts'
import { confirmationJob } from '../jobs/confirmation-job.ts'
import { noSms } from './sms.fixture.ts'
import { mailTransport } from './transport.ts'

/* Staff cancel in English; the mails are in the visitor's language. */
let clinic: Awaited<ReturnType<typeof startClinic>>
beforeEach(async () => {
  clinic = await startClinic()
})
afterEach(() => clinic[Symbol.asyncDispose]())

/** @returns the mails about the booking and its cancellation */
async function booked(language: LanguageCode, languages: readonly LanguageCode[] = clinicConfig.languages) {
  const { pool } = clinic.database
  const server = await startMailServer()
  const { log } = capturedLog()
  const transport = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'Enamel <desk@example.com>',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  onTestFinished(async () => {
    transport.close()
    await server.close()
  })
  const now = () => clinic.clock.now
  const parts = { pool, clinic: { ...clinicConfig, languages }, transport, ...noSms, log, now }
  const answer = await clinic.book({ surname: 'Жанна', language, doctor_id: 'fct-okafor' })
  expect(answer).toMatchObject({ status: 201 })
  const { rows } = await pool.query('SELECT id, reference FROM appointments')
  const [{ id, reference }] = rows
  const last = () => {
    const { raw = '' } = server.received.at(-1) ?? {}
    const [text, html, file] = mailParts(raw).map(({ content }) => content)
    const event = new ICAL.Component(ICAL.parse(file ?? '')).getFirstSubcomponent('vevent')
    return { subject: mailSubject(raw), text, html, event: new ICAL.Event(event ?? undefined) }
  }
  return {
    reference: reference as string,
    async confirmation() {
      await confirmationJob({ ...parts, announce: () => {} })({ id, appointmentId: id, attempt: 1 })
      return last()
    },
    async cancellation() {
      const reason = 'The doctor is ill.'
      await pool.query(`UPDATE appointments SET status = 'cancelled', version = 2, cancel_reason = $1`, [
        reason,
      ])
      await cancellationJob(parts)({ kind: 'cancellation', id, appointmentId: id, attempt: 1 })
      return last()
    },
  }
}

describe('a patient who books in Russian', () => {
  it('gets the confirmation in Russian: subject, text, page and calendar entry', async () => {
    const { reference, confirmation } = await booked('rs')
    const { subject, text, html, event } = await confirmation()
    expect(subject).toBe('Ваш приём: вторник, 5 марта 2030 г. в 10:00, Enamel Dental Clinic')
    expect(text?.replaceAll('\r\n', '\n').replace(/#[\w-]{22}/, '#token')).toBe(`Здравствуйте, Жанна!

Вы записаны на приём в клинику Enamel Dental Clinic.

Когда:      вторник, 5 марта 2030 г. в 10:00 по местному времени (Lagos)
Услуга:     Tooth Pain, 30 минут
Врач:       Dr. Amaka Okafor

Подтвердите, пожалуйста, свой приём:

Подтвердить / Изменить или отменить / Добавить в календарь:
https://book.example.com/visit#token

Где:        27 Gana Street, Maitama, Abuja
Телефон:    +234 700 000 0002
Код записи: ${reference}

Чтобы изменить или отменить запись, ответьте на это письмо или позвоните по номеру +234 700 000 0002 и назовите код записи ${reference}.

Вы получили это письмо, потому что при записи указали этот адрес. Если это были не вы, пожалуйста, ответьте на письмо.

Конфиденциальность:
https://book.example.com/privacy

Enamel Dental Clinic
`)
    expect(html).toContain('<html lang="ru">')
    expect(html).toContain('<bdi>Здравствуйте, Жанна!</bdi>')
    expect(event.summary).toBe('Приём у стоматолога')
    expect(event.description).toContain(`Код записи ${reference}\nЧтобы изменить`)
  })

  it('gets the cancellation in Russian too, the reason as staff typed it', async () => {
    const { cancellation } = await booked('rs')
    const { subject, text, html, event } = await cancellation()
    expect(subject).toBe('Отменён: ваш приём, вторник, 5 марта 2030 г. в 10:00, Enamel Dental Clinic')
    expect(text).toContain('Сообщение клиники: The doctor is ill.')
    expect(html).toContain('>Сообщение клиники: <bdi>The doctor is ill.</bdi></p>')
    expect(event.summary).toBe('Отменён: приём у стоматолога')
    expect(event.description).toContain('Этот приём отменён.')
  })
})

it.each<[LanguageCode, string]>([
  ['en', 'Your appointment on Tuesday, 5 March 2030 at 10:00 AM, Enamel Dental Clinic'],
  ['sp', 'Su cita del martes 5 de marzo de 2030 a las 10:00, Enamel Dental Clinic'],
  ['gr', 'Ihr Termin: Dienstag, 5. März 2030, 10:00 Uhr, Enamel Dental Clinic'],
  ['it', 'Il suo appuntamento di martedì 5 marzo 2030 alle ore 10:00, Enamel Dental Clinic'],
])('the subject in %s is "%s"', async (language, words) => {
  const { confirmation } = await booked(language)
  expect((await confirmation()).subject).toBe(words)
})

describe('a language that the clinic does not offer', () => {
  it.each<[LanguageCode, LanguageCode[], string]>([
    ['ha', ['en', 'rs'], 'Your appointment'],
    ['rs', ['gr', 'en'], 'Ihr Termin'],
  ])('is replaced in mails: a wish of %s among %j gives "%s..."', async (language, offered, words) => {
    const { confirmation } = await booked(language, offered)
    expect((await confirmation()).subject).toMatch(new RegExp(`^${words}`))
  })
})

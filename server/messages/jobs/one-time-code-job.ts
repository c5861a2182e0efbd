import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { CODE_SECONDS } from '../../../contract/one-time-codes.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { type CodeRequest, readRequest, setCode, type Way, waysTo } from '../../patients/codes/challenges.ts'
import { makeCode } from '../../patients/codes/code.ts'
import { sendingLimits } from '../../patients/codes/limits.ts'
import type { OneTimeCodeData } from '../../patients/codes/queue.ts'
import { type LogRefusal, refusalLog } from '../../platform/http/refusal-log.ts'
import { reasonOf } from '../../platform/process/failure.ts'
import type { Job, JobOutcome } from '../../platform/queue/job.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { codeMail } from '../mail/one-time-code.ts'
import type { MailTransport } from '../mail/transport.ts'
import { codeSmsText } from '../sms/one-time-code.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsTransport } from '../sms/transport.ts'

/** Time after which another way replaces a failing one: the patient still has most of the three minutes. */
const PATIENCE_MS = 20_000
const MINUTES = CODE_SECONDS / 60

type Parts = {
  pool: Pool
  clinic: Pick<Clinic, 'name' | 'timeZone' | 'oneTimeCodes' | 'languages'>
  mail: Pick<MailTransport, 'send'>
  sms: SmsTransport
  /** Host name of the page; null when its address is not configured. */
  host: string | null
  log: Pick<Logger, 'info' | 'warn'>
  /** False lifts the limits, except the clinic's own on SMS. */
  limits: boolean
  now?: () => Date
}

/**
 * Handler of a job for a one-time code. The code is made here and appears only in the message: a retry makes another
 * one, and the last one sent counts.
 * @param parts.now for tests
 */
export function oneTimeCodeJob(
  parts: Parts,
): (job: Omit<Job<OneTimeCodeData>, 'attempt'>) => Promise<JobOutcome> {
  const { pool, log, now = () => new Date() } = parts
  const logRefusal = refusalLog(log)
  const send = sender({ ...parts, now, logRefusal })
  return async ({ id, challengeId: challenge }) => {
    const request = await readRequest(pool, challenge, now())
    if (!request) {
      logRefusal({ challenge }, { says: 'one-time code not needed', level: 'info' })
      return 'skipped'
    }
    const message: Message = { job: id, challenge, code: makeCode(), request }
    const ways = waysTo(request).filter(({ by }) => by === 'mail' || parts.sms.way !== 'none')
    let failed: unknown
    let refused = false
    for (const [at, way] of ways.entries()) {
      const outcome = await send(way, message).catch((error: unknown) => {
        const isPatient = now().getTime() - request.createdAt.getTime() < PATIENCE_MS
        if (isPatient || at === ways.length - 1) throw error
        failed = error
        log.warn({ challenge, reason: reasonOf(error) }, `one-time code not sent by ${way.by}`)
      })
      if (outcome === 'sent' || outcome === 'skipped') return outcome
      if (outcome === 'refused') refused = true
    }
    if (failed !== undefined) throw failed
    if (!refused) logRefusal({ challenge }, { says: 'one-time code not sent: no way to the patient is open' })
    return refused ? 'refused' : 'skipped'
  }
}

type SenderParts = Parts & { now: () => Date; logRefusal: LogRefusal }
type Message = { job: string; challenge: string; code: number; request: CodeRequest }

/**
 * Sends a message one way, as far as the limits let it.
 * @returns a function that says how it went; 'closed': not this way, for now
 */
function sender({ pool, clinic, mail, sms, host, log, logRefusal, limits, now }: SenderParts) {
  const may = sendingLimits({ pool, clinic, limits })

  return async function send({ by, to, key }: Way, message: Message): Promise<JobOutcome | 'closed'> {
    const { job, challenge, code, request } = message
    const needed = [...(by === 'sms' ? [may.smsOn('codes', now())] : []), may.to(key, request.caller)]
    const taken: typeof needed = []
    const giveBack = () => Promise.all(taken.map((allowance) => allowance.giveBack()))
    for (const allowance of needed) {
      if (!(await allowance.take())) {
        await giveBack()
        logRefusal({ challenge }, { says: `one-time code not sent by ${by}: the limit is reached` })
        return 'closed'
      }
      taken.push(allowance)
    }
    try {
      // Before it is sent: the message may arrive at once.
      const { isLive } = await setCode(pool, challenge, code, now())
      if (!isLive) {
        await giveBack()
        return 'skipped'
      }
      const texts = textsIn(isoLanguage(offeredLanguage(request.language, clinic.languages)))
      const facts = { clinicName: clinic.name, code: String(code), minutes: MINUTES, texts }
      const id = `${job}-${randomUUID().slice(0, 8)}`
      const outcome =
        by === 'sms'
          ? await sms.send({ to, text: codeSmsText({ ...facts, host }) }, id)
          : await mail.send(codeMail({ ...facts, to, firstName: request.firstName }), id)
      if (outcome === 'refused') {
        await giveBack()
        log.warn({ challenge }, `the patient's ${by === 'sms' ? 'number' : 'address'} takes no code`)
      }
      return outcome
    } catch (error) {
      if (!(error instanceof SmsNotSent && error.maybeSent)) await giveBack()
      throw error
    }
  }
}

import { Hono, type Context as HonoContext } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  CodeSentAnswer,
  SendCode,
  VerifiedAnswer,
  VerifiedPatientAnswer,
  VerifyCode,
} from '../../../contract/one-time-codes.ts'
import { ProofHeaders } from '../../../contract/proof.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { FALLBACK_LANGUAGE } from '../../../domain/languages.ts'
import { customerMark } from '../../accounts/abuse/caller-mark.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { knownLocation } from '../../platform/http/clinic-codes.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { callOf } from '../../platform/proofs/proofs.ts'
import { readContact } from './contact.ts'
import { requestLimits } from './limits.ts'
import { sendCode } from './send-code.ts'
import { readVerifiedPatient } from './verified-patient.ts'
import { verifyCode } from './verify-code.ts'

const TAGS = ['One-time codes']
const WRONG = 'This code is wrong or has expired. Please check it or request a new one.'
const DESCRIPTION =
  'What was typed, an email address, a phone number or a clinic id, decides where a code goes. The answer is the same, ' +
  'in the same time, whether or not anybody is registered by it. Several patients behind one contact: their masked ' +
  'names, and no code until one is chosen by its `rawId`. `language` is that of the message with the code, English when ' +
  'it is left out; for one that the clinic does not offer, the first that it does.'

/** Verification of registered patients: they ask for a code, enter it, and read the record by the token. */
export function oneTimeCodeRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow, log, logRefusal, limits, proofs, trustedProxies } = context
  const counts = requestLimits({ pool, clinic, limits })
  const openLimit = limits ? clinic.booking.openAppointmentsPerContact : null
  const reading = () => ({ now: now(), today: clinicDate(now(), clinic.timeZone), openLimit })
  const send = createSend(context, counts)
  const described = (summary: string) =>
    describeRoute({
      summary,
      description: DESCRIPTION,
      tags: TAGS,
      responses: answers(200, CodeSentAnswer, [400, 401, 428, 429, 503]),
    })

  return new Hono()
    .post(
      '/send-otp/email',
      described('Ask for a one-time code, by an email address or a clinic id'),
      allow.public,
      parsed('header', ProofHeaders),
      parsed('json', SendCode),
      (c) => send(c, c.req.valid('json'), c.req.valid('header')['enamel-proof']),
    )
    .post(
      '/send-otp/sms',
      described('Ask for a one-time code, by a phone number'),
      allow.public,
      parsed('header', ProofHeaders),
      parsed('json', SendCode),
      (c) => send(c, c.req.valid('json'), c.req.valid('header')['enamel-proof']),
    )
    .post(
      '/verify-otp',
      describeRoute({
        summary: 'Enter a one-time code: gives a token for half an hour, and the record',
        description: 'A code is good once, for 180 seconds from the request, and a request takes five tries.',
        tags: TAGS,
        responses: answers(200, VerifiedAnswer, [400, 401, 428, 429, 503]),
      }),
      allow.public,
      parsed('header', ProofHeaders),
      parsed('json', VerifyCode),
      async (c) => {
        const { code, rawId, email, phoneNumber } = c.req.valid('json')
        const level = await counts.enter(callerOf(c, trustedProxies))
        const call = callOf('POST /verify-otp', [rawId, String(code)])
        await needProof(proofs, c.req.valid('header')['enamel-proof'], call, level)
        const destination = email ?? phoneNumber
        const contact =
          destination === null ? null : readContact({ emrId: null, destination }, clinic.country)
        const entered = { id: rawId, code, contactKey: contact?.key ?? null }
        const verified = await verifyCode(pool, entered, reading())
        const facts = { requestId: c.get('requestId'), challenge: rawId }
        if (verified) log.info(facts, 'one-time code accepted')
        else logRefusal(facts, { says: 'one-time code refused', level: 'info' })
        if (!verified) {
          await counts.wrong()
          throw new HttpFailure('code_wrong', WRONG)
        }
        c.header('Cache-Control', 'no-store')
        const { token, patient } = verified
        return c.json({ success: true as const, message: 'Success!', data: { token, ...patient } })
      },
    )
    .get(
      '/patient',
      describeRoute({
        summary: 'The record of the verified patient whose token it is',
        tags: TAGS,
        responses: answers(200, VerifiedPatientAnswer, [401, 403, 503]),
      }),
      allow.patient,
      async (c) => {
        const patient = await readVerifiedPatient(pool, c.var.patientId, reading())
        if (!patient) throw new HttpFailure('unauthorized', 'Please sign in again.')
        return c.json({ success: true as const, data: patient })
      },
    )
}

/** @throws HttpFailure 428 unless a call brings the proof that it needs; `takeBack` comes first */
async function needProof(
  proofs: AccountsContext['proofs'],
  proof: string | undefined,
  call: string,
  level: number | null,
  takeBack?: () => Promise<void>,
): Promise<void> {
  if (level === null) return
  await proofs.need(proof, call, level).catch(async (failure) => {
    await takeBack?.()
    throw failure
  })
}

/** Sends a code for a typed contact. */
function createSend(
  { pool, clinic, now, proofs, trustedProxies }: AccountsContext,
  counts: ReturnType<typeof requestLimits>,
) {
  const markOf = customerMark(pool)

  return async function send(c: HonoContext, request: SendCode, proof: string | undefined) {
    knownLocation(clinic, request.location)
    const contact = readContact(request, clinic.country)
    const caller = callerOf(c, trustedProxies)
    const call = callOf('POST /send-otp', [contact.key, request.rawId ?? '', request.location])
    const takeBack = () => counts.giveBack(caller, contact.key)
    const level = await counts.ask(caller, contact.key)
    await needProof(proofs, proof, call, level, takeBack)
    const language = request.language ?? FALLBACK_LANGUAGE
    const sent = await sendCode(pool, contact, {
      choiceId: request.rawId,
      language,
      caller: await markOf(caller),
      now: now(),
    })
    if (sent.isChoice) {
      // Names alone were given: a code can be asked for as often as by anyone else.
      await takeBack()
      const ofNames = await counts.names(caller, contact.key)
      // One proof is enough for a call.
      if (level === null) await needProof(proofs, proof, call, ofNames)
    }
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, message: sent.message, data: sent.data })
  }
}

import {
  CodeSentAnswer,
  type SendCodeWire,
  VerifiedAnswer,
  VerifiedPatientAnswer,
  type VerifyCode,
} from '../../contract/one-time-codes.ts'
import { callWithProof } from '../http/call-with-proof.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'

/*
 * One-time codes of registered patients. The answers tell nobody who is one: they repeat what was typed. Each call
 * throws ApiError.
 */

const post = { method: 'POST', timeoutMs: CHANGE_TIMEOUT_MS } as const

/**
 * Asks for a code.
 * @param by how it is to come; what was typed decides in the end (an SMS only for a phone number)
 * @returns the challenge, or the names to choose among, with the server's sentence about it
 */
export function sendCode(by: 'email' | 'sms', body: SendCodeWire) {
  return callWithProof(CodeSentAnswer, { ...post, path: `/send-otp/${by}`, body })
}

/** Enters a code; one that is wrong or late is `code_wrong`. @returns the patient and the token, once */
export function verifyCode(
  body: Pick<VerifyCode, 'code' | 'rawId'> & { email: string; phoneNumber: string },
) {
  return callWithProof(VerifiedAnswer, { ...post, path: '/verify-otp', body })
}

/** @returns the record of the patient whose token it is, as of now */
export async function readPatient(token: string) {
  const { data } = await call(VerifiedPatientAnswer, {
    method: 'GET',
    path: '/patient',
    token,
    timeoutMs: LIST_TIMEOUT_MS,
  })
  return data
}

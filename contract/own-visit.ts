import * as v from 'valibot'
import { answerOf } from './envelope.ts'
import { Offer } from './offer.ts'

/**
 * An appointment as its link shows it: when, where, with whom. Never a name, a complaint, or another appointment.
 * Instants have an offset.
 */
export const OwnVisit = v.object({
  reference: v.string(),
  /** Initials of the patient's names: 'A. O.'. */
  initials: v.string(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  appointment_date: v.string(),
  end: v.string(),
  /** Minutes. */
  duration: v.number(),
  place: v.object({ name: v.string(), address: v.string(), phone: v.nullable(v.string()) }),
  doctor: v.string(),
  /** Time of the patient's confirmation; null: not yet, or not since a move. */
  patientConfirmedAt: v.nullable(v.string()),
  /** The patient would like a call, and no one has called yet. */
  askedToCall: v.boolean(),
  /** Deadline for confirming, moving or cancelling here; then the patient calls. */
  changeUntil: v.string(),
  /** Whether it can now: not past the deadline, not once cancelled, nor when the patient is there. */
  canChange: v.boolean(),
  /** Deadline for undoing the patient's cancellation; null: there is none, or it has passed. */
  keepUntil: v.nullable(v.string()),
  /** A time that became free and was offered to them, as long as it can be had; null: none. */
  offer: v.nullable(Offer),
  /** Whether they wait for an earlier time. */
  waits: v.boolean(),
  /** Version for the calendar's entry. */
  version: v.number(),
  /** Language of the patient's messages. */
  language: v.string(),
})
export type OwnVisit = v.InferOutput<typeof OwnVisit>
export const OwnVisitAnswer = answerOf(OwnVisit)

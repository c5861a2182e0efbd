import * as v from 'valibot'
import { answerOf } from './envelope.ts'

const months = v.nullable(v.number())

/** GET /privacy: the controller of patients' data, and how long they are stored. */
export const Privacy = v.object({
  controller: v.string(),
  /** An email address, or how else to reach them. */
  contact: v.string(),
  /** The supervisory authority to complain to; null: the clinic names none. */
  authority: v.nullable(v.string()),
  /** Processors of the data for the clinic, and their tasks. */
  processors: v.array(v.object({ name: v.string(), task: v.string() })),
  /** In months; null: no end is set. */
  retention: v.object({ visitorsMonths: months, registeredMonths: months, auditMonths: months }),
})
export type Privacy = v.InferOutput<typeof Privacy>
export const PrivacyAnswer = answerOf(Privacy)

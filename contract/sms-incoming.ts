import * as v from 'valibot'
import { answerOf } from './envelope.ts'

/** An SMS was taken; nothing is said of what became of it. */
export const TakenAnswer = answerOf(v.object({ taken: v.literal(true) }))

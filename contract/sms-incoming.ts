import * as v from 'valibot'
import { answerOf } from './envelope.ts'

/** An SMS was taken; its processing stays unmentioned. */
export const TakenAnswer = answerOf(v.object({ taken: v.literal(true) }))

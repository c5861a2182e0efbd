import * as v from 'valibot'
import { ClinicAnswer } from '../contract/clinic.ts'
import type { PublicClinic } from '../domain/public-clinic.ts'

/** @throws ValiError for what is no answer of GET /clinic */
export const parseClinicAnswer = (json: unknown): PublicClinic => v.parse(ClinicAnswer, json).data

import type { StoredCall } from '../../contract/seal.ts'
import type { Answered } from './answered.ts'
import { appointmentsOf } from './appointments-list.ts'
import { blockersOf } from './blockers.ts'
import { doctorsOf } from './doctors.ts'
import { notificationsOf } from './notifications.ts'

/**
 * The queries that an answer of the server is for, as the calls of src/api would fill them: one answer may be for many,
 * as a range of days is. Nothing for what this version cannot read.
 * @param staffId whose answer it is
 */
export const queriesOf = (staffId: string, call: StoredCall, answer: unknown): Answered[] =>
  [appointmentsOf, blockersOf, notificationsOf, doctorsOf].flatMap((read) => read(staffId, call, answer))

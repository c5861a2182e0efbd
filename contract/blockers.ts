import * as v from 'valibot'
import { BLOCKER_TYPES } from '../domain/blockers.ts'
import { answerOf, pageOf } from './envelope.ts'
import {
  type BlockerFieldMessage,
  BlockerDescription,
  type FieldMessage,
  Id,
  LocationText,
  optionalField,
} from './fields.ts'
import { PageQuery } from './lists.ts'

const key = <K extends FieldMessage | BlockerFieldMessage>(name: K): K => name

const BlockerTypeField = v.picklist(BLOCKER_TYPES, key('blocker_type_invalid'))
const Instant = v.pipe(
  v.string(key('instant_invalid')),
  v.isoTimestamp(key('instant_invalid')),
  v.transform((text) => new Date(text)),
  v.date(key('instant_invalid')),
)
const wholeNumber = (least: number, most: number, message: BlockerFieldMessage) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
const Weekday = wholeNumber(0, 6, 'days_invalid')
const DateOfMonth = wholeNumber(1, 31, 'dates_invalid')
const Month = wholeNumber(0, 11, 'month_invalid')
const listOf = <S extends v.GenericSchema>(item: S, most: number, message: BlockerFieldMessage) =>
  v.optional(v.nullable(v.pipe(v.array(item, message), v.maxLength(most, message)), []), [])

/** The body of POST /blockers and PUT /blockers/{id} (specification, section 7); a `token` in it is not read. */
export const SaveBlocker = v.object({
  description: BlockerDescription,
  type: BlockerTypeField,
  startDateTime: optionalField(Instant),
  endDateTime: optionalField(Instant),
  recurringDays: listOf(Weekday, 7, 'days_invalid'),
  recurringDates: listOf(DateOfMonth, 31, 'dates_invalid'),
  selectedMonth: optionalField(Month),
  /** None: all locations. */
  location: optionalField(LocationText),
})

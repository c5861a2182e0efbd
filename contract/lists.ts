import * as v from 'valibot'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

/** Most rows that one page of a list may ask for. */
export const LIST_LIMIT = 100
/** Rows of a page unless asked otherwise (specification, section 9: 'Page size 10'). */
export const PAGE_SIZE = 10
/** A search counts so many and no further, and shows no more: whoever finds a thousand asks more closely. */
export const SEARCH_HITS = 1_000
/** Fewer digits than these, without zeros in front, are in too many phone numbers to be searched for. */
export const PHONE_DIGITS_FROM = 4
/** A range of days that is listed whole: so many days and rows at most. */
export const RANGE_DAYS = 31
export const RANGE_ROWS = 2_000
const LAST_PAGE = 1_000_000

const wholeNumber = (most: number, otherwise: number) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, invalid), v.transform(Number), v.maxValue(most, invalid)),
    String(otherwise),
  )

/** `?page&limit` of every list: pages from 1, at most 100 rows each. */
export const PageQuery = { page: wholeNumber(LAST_PAGE, 1), limit: wholeNumber(LIST_LIMIT, PAGE_SIZE) }

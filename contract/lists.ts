import * as v from 'valibot'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

export const LIST_LIMIT = 100
/** Specification, section 9: 'Page size 10'. */
export const PAGE_SIZE = 10
/** Limit of counted and shown search results: a search with a thousand results needs narrowing. */
export const SEARCH_RESULTS = 1_000
/** Fewer digits, not counting leading zeros, occur in too many phone numbers to search for. */
export const PHONE_DIGITS_FROM = 4
/** Longest range that is listed without pages. */
export const RANGE_DAYS = 31
export const RANGE_ROWS = 2_000
const LAST_PAGE = 1_000_000

const wholeNumber = (most: number, otherwise: number) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, invalid), v.transform(Number), v.maxValue(most, invalid)),
    String(otherwise),
  )

/** Pages count from 1. */
export const PageQuery = { page: wholeNumber(LAST_PAGE, 1), limit: wholeNumber(LIST_LIMIT, PAGE_SIZE) }

import { LIST_LIMIT, PAGE_SIZE } from './lists.ts'

/*
 * Answers that a device stores sealed, and their names. The page and the service worker use the same list: the page
 * names its seal with such a call, and the worker accepts no call that is not on it.
 */

/** A call that carries it wants its answer stored; its value is the id of the key that seals. */
export const SEAL_HEADER = 'enamel-seal'

/** The name under which a tablet asks the browser to wake the service worker now and then. */
export const REFRESH_TAG = 'refresh-tablet'

/** Days prefetched besides today. */
export const PREFETCH_DAYS = 14
/** An answer of more rows may be larger than one that is stored: some 600 bytes each. */
export const STORED_ROWS = 600

/** A call, as its answer is stored. */
export type StoredCall = { method: string; path: string; params: URLSearchParams; body: unknown }

type Rule = {
  method: string
  path: RegExp
  params: Record<string, RegExp>
  /** 'none': GET; 'empty': `{}`, since anything else is a search; 'location': `{ location }`. */
  body: 'none' | 'empty' | 'location'
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const FLAG = /^[01]$/
const PAGE = { page: /^\d{1,7}$/, limit: new RegExp(`^${PAGE_SIZE}$`) }
const ANY_PAGE = { ...PAGE, limit: new RegExp(`^(?:${PAGE_SIZE}|${LIST_LIMIT})$`) }

const RULES: readonly Rule[] = [
  {
    method: 'POST',
    path: /^\/appointments\/(?!(?:book|desk|search|export)$)[a-z0-9-]{1,40}$/,
    params: {
      ...PAGE,
      status: FLAG,
      cancelled: FLAG,
      from: DAY,
      to: DAY,
      all: /^1$/,
      doctor: /^[\w-]{1,64}$/,
      visit: /^(?:arrived|in_chair|done|no_show)$/,
    },
    body: 'empty',
  },
  {
    method: 'GET',
    path: /^\/(?:appointments|patients)\/[0-9a-f]{8}-[0-9a-f-]{27}$/,
    params: {},
    body: 'none',
  },
  { method: 'GET', path: /^\/blockers$/, params: { ...ANY_PAGE, type: /^[A-Za-z ]+$/ }, body: 'none' },
  { method: 'GET', path: /^\/notifications$/, params: {}, body: 'none' },
  { method: 'PATCH', path: /^\/fetch\/doctors$/, params: {}, body: 'location' },
]

/**
 * The name of a call's answer in the store: method, path and query in one spelling. It is stored in the clear, so it
 * contains ids, codes, days and numbers and never typed text.
 * @param path below the API's base address, with its query
 * @param body as sent; undefined: none
 * @returns null for every call whose answer is not stored
 */
export function questionOf(method: string, path: string, body?: string): string | null {
  const [pathname = '', query = ''] = path.split('?')
  const rule = RULES.find((each) => each.method === method && each.path.test(pathname))
  const said = rule && bodyOf(rule, body)
  if (!rule || said === null) return null
  // Empty parameters mean nothing.
  const params = [...new URLSearchParams(query)].filter(([, value]) => value !== '')
  if (!params.every(([name, value]) => Object.hasOwn(rule.params, name) && rule.params[name]?.test(value)))
    return null
  params.sort(([a], [b]) => (a < b ? -1 : 1))
  return `${method} ${pathname}${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}${said}`
}

/** The rest of the name; null: this body is not stored. */
function bodyOf(rule: Rule, text: string | undefined): string | null {
  if (rule.body === 'none') return text ? null : ''
  if (rule.body === 'empty') return text === '{}' ? '' : null
  const location = /^\{"location":"([a-z0-9-]{1,40})"\}$/.exec(text ?? '')?.[1]
  return location ? ` ${JSON.stringify({ location })}` : null
}

/**
 * Reports whether an answer has whole days in it, as the day and week views show them: most of a device's stored data.
 */
export const isOfDays = (question: string): boolean => callOf(question).params.get('all') === '1'

/** The call behind a stored answer. @param question of `questionOf` */
export function callOf(question: string): StoredCall {
  const [, method = '', path = '', query = '', body] =
    /^(\S+) ([^\s?]*)(?:\?(\S*))?(?: (.*))?$/.exec(question) ?? []
  return { method, path, params: new URLSearchParams(query), body: body ? JSON.parse(body) : undefined }
}

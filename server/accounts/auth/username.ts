import { MAX_LENGTH } from '../../../contract/fields.ts'

/** Username for an address whose local part has no allowed character. */
const NAMELESS = 'staff'
/** Room for a number that makes the name unique. */
const DIGITS = 5

/** A username from an email address: the part before @ and +, without disallowed characters. */
export function usernameFrom(email: string): string {
  const [local = ''] = email.toLowerCase().split(/[@+]/)
  const plain = local
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, MAX_LENGTH.username - DIGITS)
    .replace(/^[._-]+|[._-]+$/g, '')
  return plain.length < 2 ? NAMELESS : plain
}

/** Candidates until one is free: 'ada.obi', 'ada.obi2', 'ada.obi3' and so on. */
export function* usernamesLike(name: string): Generator<string, never> {
  yield name
  for (let n = 2; ; n++) yield `${name}${n}`
}

import { MAX_LENGTH } from '../../contract/fields.ts'

/** For an address whose local part has nothing that a username may have. */
const NAMELESS = 'staff'
/** Room for the number that makes it unlike others. */
const DIGITS = 5

/** A username made of an email address: what stands before the @ and the +, with what it may not have left out. */
export function usernameFrom(email: string): string {
  const [local = ''] = email.toLowerCase().split(/[@+]/)
  const plain = local
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, MAX_LENGTH.username - DIGITS)
    .replace(/^[._-]+|[._-]+$/g, '')
  return plain.length < 2 ? NAMELESS : plain
}

/** The names to try until one is free: 'ada.obi', 'ada.obi2', 'ada.obi3' and so on. */
export function* usernamesLike(name: string): Generator<string, never> {
  yield name
  for (let n = 2; ; n++) yield `${name}${n}`
}

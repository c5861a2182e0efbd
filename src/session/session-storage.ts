import * as v from 'valibot'
import { StaffUser } from '../../contract/auth.ts'

/** Name of the signed-in staff member in session storage, exactly as the specification has it (section 3). */
export const USER_KEY = 'authUser'

// For a browser that refuses its storage: then the session lasts until the page is left.
const memory = new Map<string, string>()

/** Session storage that never throws. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  write(key: string, text: string): void {
    try {
      sessionStorage.setItem(key, text)
    } catch {
      memory.set(key, text)
    }
  },
  remove(key: string): void {
    memory.delete(key)
    try {
      sessionStorage.removeItem(key)
    } catch {
      // What was refused is not there either.
    }
  },
  clear(): void {
    memory.clear()
    try {
      sessionStorage.clear()
    } catch {
      // The same.
    }
  },
}

/** The stored staff member; null for nothing, for what is no JSON and for what is no staff member. */
export const parseUser = (text: string | null): StaffUser | null => parseStored(StaffUser, text)

/** Null for nothing, for what is no JSON, and for what does not fit the schema. */
export function parseStored<T>(schema: v.GenericSchema<unknown, T>, text: string | null): T | null {
  if (!text) return null
  try {
    const value = v.safeParse(schema, JSON.parse(text))
    return value.success ? value.output : null
  } catch {
    return null
  }
}

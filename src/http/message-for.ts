import { messageForRefusal } from '../i18n/wire-messages.ts'
import { ApiError } from './api-error.ts'

/** The server's message if any, else the catalogue's (section 8); translated in other languages than English. */
export function messageFor(error: unknown, fallback: string): string {
  return (error instanceof ApiError && messageForRefusal(error)) || fallback
}

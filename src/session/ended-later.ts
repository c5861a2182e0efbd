import { authProvider } from './auth.ts'
import { nameOf } from './locked-seal.ts'

/**
 * Key in localStorage: SHA-256 of the tokens of sessions that ended here without the server's knowledge. A hash can
 * only end its session.
 */
const KEY = 'endedSessions'
/** As many as the server takes at once. */
const MOST = 20

function read(): string[] {
  try {
    const hashes: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(hashes) ? hashes.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function write(hashes: readonly string[]): void {
  try {
    if (hashes.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(hashes.slice(-MOST)))
  } catch {
    // A browser that refuses its storage tells the server at once or never.
  }
}

/**
 * Ends a session on the server: at once where it can be reached, else at the next contact, by a page that is open then or
 * by the next one.
 */
export async function endOnServer(token: string): Promise<void> {
  const called = authProvider.logout(token).then(
    () => true,
    // The server knows the session no more.
    (error: { status?: number }) => error.status === 401,
  )
  const hash = await nameOf(token).catch(() => null)
  // Without waiting for the answer, since the tab may be closed meanwhile.
  if (hash) write([...read(), hash])
  const isDone = await called
  if (isDone && hash) write(read().filter((each) => each !== hash))
  if (!isDone) addEventListener('online', endPending, { once: true })
}

/** Ends sessions by the SHA-256 of their tokens, now or at the next contact. */
export function endLater(hashes: readonly string[]): void {
  write([...read(), ...hashes])
  endPending()
}

/** Ends what could not be ended before. It costs nothing where nothing waits. */
export function endPending(): void {
  const hashes = read()
  if (hashes.length === 0) return
  authProvider.endSessionsLater(hashes).then(
    () => write(read().filter((each) => !hashes.includes(each))),
    () => addEventListener('online', endPending, { once: true }),
  )
}

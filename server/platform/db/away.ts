/**
 * Codes of a database that cannot serve just now: PostgreSQL's (class 08 connection, 25006 a standby or read only, 53
 * resources, 57 operator), and Node's.
 */
const AWAY =
  /^(?:08|53|57)|^25006$|^ECONN|^EPIPE$|^ETIMEDOUT$|^ENOTFOUND$|^EAI_AGAIN$|^EHOSTUNREACH$|^ENETUNREACH$/
/** Codes after which the connection survives: no resources for a statement, or a cancelled statement. */
const CONNECTION_LIVES = /^(?:53|57014$)/
/** The driver's own errors have only a message. */
const LOST =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|client was closed|after calling end|query read timeout/i

/** The code of an error or of its cause: the pool wraps a connection's error. '' without one. */
export function codeOfDatabase(error: Error & { code?: unknown; syscall?: unknown }): string {
  if (typeof error.code === 'string') {
    // The file of a Unix socket: gone while its server is, or as many wait there as may.
    const isSocketAway = error.syscall === 'connect' && /^(?:ENOENT|EAGAIN)$/.test(error.code)
    return isSocketAway ? 'ECONNREFUSED' : error.code
  }
  return error.cause instanceof Error ? codeOfDatabase(error.cause) : ''
}

/** Reports whether the database was down, silent, or no primary, so that the same call may succeed later. */
export function isAway(error: unknown): boolean {
  return error instanceof Error && (AWAY.test(codeOfDatabase(error)) || isLost(error))
}

/** Reports whether the connection that gave this error is useless: it is broken, silent, or leads to a standby. */
export function isUnfit(error: unknown): boolean {
  return isAway(error) && !CONNECTION_LIVES.test(codeOfDatabase(error as Error))
}

function isLost(error: Error): boolean {
  if (error.cause instanceof Error) return isLost(error.cause)
  return LOST.test(error.message)
}

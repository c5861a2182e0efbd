/** A message that was not sent, worth a retry. Its own words have codes only, so that they can be logged. */
export class NotSent extends Error {}

/**
 * A loggable reason: kind and code of the error, never its message, since drivers and servers repeat their
 * input. Failures of mail and SMS have only codes and stay.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error instanceof NotSent) return error.message
  const code = codeOf(error) ?? codeOf(error.cause)
  return code ? `${error.name} ${code}` : error.name
}

/** The stack's location, without the message. */
export function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof NotSent) return undefined
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return frames?.map((line) => line.trim()).join('\n')
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

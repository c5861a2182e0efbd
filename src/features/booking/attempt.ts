/**
 * A booking that was sent, so that trying again never books twice (design: Idempotency-Key).
 * It is stored with the draft: a reload in a tunnel must not forget the key.
 */
export type Attempt = {
  key: string
  /** JSON of the bodies sent under this key, latest last. More than one when answers got lost. */
  bodies: readonly string[]
  /** Whether the server has refused: then nothing was booked and a changed body may take a new key. */
  refused: boolean
}

/**
 * The attempt to make with a body. After a refusal a changed body gets a new key. While an answer is
 * outstanding the key stays, even for a changed body: the lost one may have been booked, and the server
 * then says so instead of booking a second.
 */
export function nextAttempt(previous: Attempt | null, body: string, makeKey: () => string): Attempt {
  if (!previous || (previous.refused && previous.bodies.at(-1) !== body)) {
    return { key: makeKey(), bodies: [body], refused: false }
  }
  const others = previous.bodies.filter((sent) => sent !== body)
  return { key: previous.key, bodies: [...others, body], refused: false }
}

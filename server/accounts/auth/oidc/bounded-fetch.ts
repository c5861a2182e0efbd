import type { CustomFetch } from 'openid-client'

/** A provider's metadata and keys are some kilobytes. */
const ANSWER_LIMIT_BYTES = 1024 * 1024

/** `fetch` with a size limit: the library limits the time of an answer, not its size. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit)
  return new Response(answer.body?.pipeThrough(atMost(ANSWER_LIMIT_BYTES)) ?? null, answer)
}

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error('The provider answered more than it may.'))
      else controller.enqueue(chunk)
    },
  })
}

import type { CustomFetch } from 'openid-client'

/** A provider's metadata and keys are some kilobytes; what is longer than this is no answer of a provider. */
const ANSWER_LIMIT_BYTES = 1024 * 1024

/** `fetch` that reads at most 1 MiB: the library bounds how long a provider may take, not how much it may say. */
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

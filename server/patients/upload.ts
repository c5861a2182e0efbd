import { IMPORT_BYTES_LIMIT } from '../../contract/patients.ts'
import { FileRefused } from './file-refused.ts'

/** An upload of which nothing has come for so long is over, in milliseconds: its caller may be gone without a word. */
const SILENCE_MS = 30_000

/** The body of a request, read as slowly as it is taken. */
export type Upload = {
  bytes: AsyncGenerator<Uint8Array, void>
  /**
   * Reads what is left and forgets it. Browsers tell of an answer only when they have sent everything, unless the line
   * is cut, and then they tell of that.
   */
  drain(): Promise<void>
}

export function uploadOf(body: ReadableStream<Uint8Array> | null, silenceMs = SILENCE_MS): Upload {
  // No `for await` over the body: leaving that would cut the line before the answer.
  const reader = body?.getReader()
  let size = 0
  let isOver = reader === undefined
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    while (reader && !isOver) {
      const { done, value } = await withDeadline(reader.read(), silenceMs).catch((error: unknown) => {
        isOver = true
        throw error
      })
      if (done) isOver = true
      else {
        size += value.byteLength
        yield value
      }
    }
  }
  return {
    bytes: bytes(),
    async drain() {
      try {
        for await (const _ of bytes()) if (size > IMPORT_BYTES_LIMIT) return
      } catch {
        // Who is gone waits for no answer.
      }
    },
  }
}

/** What comes within the time. @throws FileRefused when nothing does */
async function withDeadline<T>(reading: Promise<T>, silenceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FileRefused('The upload stopped before the end of the file.')),
      silenceMs,
    )
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}

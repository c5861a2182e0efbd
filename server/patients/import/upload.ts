import { IMPORT_BYTES_LIMIT } from '../../../contract/patients.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'

/** Timeout of a silent upload, in milliseconds: its caller may be gone without notice. */
const SILENCE_MS = 30_000

/** A request body with backpressure. */
export type Upload = {
  bytes: AsyncGenerator<Uint8Array, void>
  /**
   * Reads and discards the rest. Browsers show an answer only after sending everything; if the connection is
   * closed first, they report that instead.
   */
  drain(): Promise<void>
}

export function uploadOf(body: ReadableStream<Uint8Array> | null, silenceMs = SILENCE_MS): Upload {
  // `for await` would close the connection when left, before the answer.
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
        // The caller is gone.
      }
    },
  }
}

/** @throws FileRefused after the timeout */
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

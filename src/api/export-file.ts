import { apiBaseUrl } from '../build.ts'
import { ApiError } from '../http/api-error.ts'
import { failureOf } from '../http/client.ts'
import { inSession } from '../session/in-session.ts'

/** An export takes as long as it takes; one of which nothing has come for so long is dead, in milliseconds. */
const SILENCE_MS = 20_000

export type ExportOptions = {
  /** Ends the export early. */
  signal: AbortSignal
  /** Called with the number of bytes received. */
  onProgress: (bytes: number) => void
}

/**
 * A file that the server makes, whole or not at all. The bearer is a header: no address could be passed on.
 * @param path of a POST call, below the API's base address
 * @throws ApiError as `call` does; the abort reason when `signal` ended it
 */
export function exportFile(path: string, body: object, { signal, onProgress }: ExportOptions): Promise<Blob> {
  return inSession(async (token, ended) => {
    const silence = new Silence(ended)
    try {
      const answer = await fetch(`${apiBaseUrl}${path}`, {
        method: 'POST',
        headers: {
          Accept: 'text/csv, application/json',
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: silence.signal,
      })
      if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => null))
      // The browser gathers it, and may do so on disk. It fails when the stream breaks off.
      const { headers } = answer
      return await new Response(answer.body?.pipeThrough(silence.listen(onProgress)), { headers }).blob()
    } catch (error) {
      if (ended.aborted || error instanceof ApiError) throw error
      throw new ApiError(silence.isTooLong ? 'timeout' : 'network')
    } finally {
      silence.end()
    }
  }, signal)
}

/** Ends a fetch when its caller does, or when nothing has been heard of it for too long. */
class Silence {
  isTooLong = false
  private readonly controller = new AbortController()
  private readonly caller: AbortSignal
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(caller: AbortSignal) {
    this.caller = caller
    caller.addEventListener('abort', this.passOn)
    this.heard()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Goes between the fetch and its reader. */
  listen(onProgress: (bytes: number) => void) {
    let bytes = 0
    return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, reader) => {
        this.heard()
        bytes += chunk.byteLength
        onProgress(bytes)
        reader.enqueue(chunk)
      },
    })
  }

  end(): void {
    clearTimeout(this.timer)
    this.caller.removeEventListener('abort', this.passOn)
  }

  private heard(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.isTooLong = true
      this.controller.abort()
    }, SILENCE_MS)
  }

  private readonly passOn = () => this.controller.abort(this.caller.reason)
}

import type { Dispatcher, Pool } from 'undici'

export type Asked = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

/** One request, its answer read to the end. Bare callbacks, so that asking costs little of the cores it shares. */
export function ask(http: Pool, request: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let status = 0
    const parts: Buffer[] = []
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (_, chunk) => {
        parts.push(chunk)
      },
      onResponseEnd: () => resolve({ status, text: Buffer.concat(parts).toString() }),
      onResponseError: (_, error) => reject(error),
    }
    http.dispatch({ ...request, body: request.body ?? null }, handler)
  })
}

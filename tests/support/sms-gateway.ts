import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GatewayRequest = {
  method: string | undefined
  path: string | undefined
  headers: Record<string, string | string[] | undefined>
  form: Record<string, string>
}

type Answer = { status: number; body: object | string; headers?: Record<string, string> }

/**
 * A fake gateway: an HTTP server on this machine that records requests and answers as set.
 * @param answerTo 'nothing' sends no answer, 'cut' ends the connection
 * @param onPort to restart on the same port; 0 takes a free one
 */
export async function startSmsGateway(
  answerTo: (request: GatewayRequest) => Answer | 'nothing' | 'cut',
  onPort = 0,
) {
  const received: GatewayRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray()).toString('utf8')
    const { method, url, headers } = incoming
    const form = Object.fromEntries(new URLSearchParams(body))
    const request = { method, path: url, headers, form }
    received.push(request)
    const answer = answerTo(request)
    if (answer === 'nothing') return
    if (answer === 'cut') return void incoming.socket.destroy()
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
    outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  server.listen(onPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { port, host: `127.0.0.1:${port}`, received, close, [Symbol.asyncDispose]: close }
}

export const africasTalkingAnswer = (statusCode: number, status = 'Success'): Answer => ({
  status: 201,
  body: {
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: NGN 2.2000',
      Recipients: [
        {
          statusCode,
          number: '+2348031234567',
          status,
          cost: 'NGN 2.2000',
          messageId: 'ATXid_1',
          messageParts: 1,
        },
      ],
    },
  },
})

export const twilioTaken: Answer = {
  status: 201,
  body: { sid: 'SM0123', status: 'queued', error_code: null, error_message: null },
}

export const twilioRefusal = (status: number, code: number): Answer => ({
  status,
  body: { code, message: "The 'To' number +2348031234567 is wrong.", more_info: 'https://', status },
})

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { WebhookEvent } from '../../../contract/webhooks.ts'

/** Self-signed, for the name receiver.test, until 2126. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUJiO5XQsr6vTds026rDZaGbhqVrQwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjMwNDU0MjlaGA8yMTI2
MTAzMDA0NTQyOVowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABLNSqAc/z+5+pSvR8Q5g2Y/PlZyrw3JYItbAjvyajXBJ
kX901Ks21HYW6pxC/LBsIJMNSF/0FJagFtnd0nK981GjbTBrMB0GA1UdDgQWBBR/
jMxjKD2Qsf2etkee/Vcw5QQ7dDAfBgNVHSMEGDAWgBR/jMxjKD2Qsf2etkee/Vcw
5QQ7dDAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3Qw
CgYIKoZIzj0EAwIDRwAwRAIgPl8T8Ey6X/kyOU7qVZg7XP2U6wmLxl26p5HbmGoN
+NcCIFypefdLncVSgxSV7V1xxaB3TWR6KtkhxcRP3tBGju69
-----END CERTIFICATE-----
`
/** Key of that certificate. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ6rPOVqiFq6wZ+DJ
pP+8Rh6WTxJ+PInxSRPKuUCwHpKhRANCAASzUqgHP8/ufqUr0fEOYNmPz5Wcq8Ny
WCLWwI78mo1wSZF/dNSrNtR2FuqcQvywbCCTDUhf9BSWoBbZ3dJyvfNR
-----END PRIVATE KEY-----
`

export type Received = { headers: IncomingMessage['headers']; body: string; event: WebhookEvent }

/** Answers each request; by default it takes everything. */
type Answering = (received: Received, response: ServerResponse, request: IncomingMessage) => unknown
export const take: Answering = (_, response) => response.writeHead(204).end()

/** A receiver on this machine until the test is over. @param answering can be changed while it runs */
export async function startReceiver(answering: Answering = take, { tls = false } = {}) {
  const all: Received[] = []
  const receiver = { all, answering, host: '', url: '' }
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const received = { headers: request.headers, body, event: parsedOf(body) }
      all.push(received)
      receiver.answering(received, response, request)
    })
  }
  const server = tls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, listener) : createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.url = `${tls ? 'https' : 'http'}://${receiver.host}/hooks`
  return receiver
}

function parsedOf(body: string): WebhookEvent {
  try {
    return JSON.parse(body)
  } catch {
    return {} as WebhookEvent
  }
}

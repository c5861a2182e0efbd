import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { type Finding, ok, warning, wrong } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14
const ANSWERS_WITHIN_MS = 8_000
/** PostgreSQL's request for TLS, the first bytes of a connection: its length, and a code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Expiry of the certificate of a public address, whoever has signed it; undefined when unknown. */
export function endOfPublic({ hostname, port }: URL, timeoutMs = ANSWERS_WITHIN_MS) {
  const where = { host: hostname, port: Number(port || 443), servername: nameOf(hostname) }
  return endOf(connectTls({ ...where, rejectUnauthorized: false }), timeoutMs)
}

/**
 * Expiry of the certificates of a database that is reached by TLS: that of the server, and our own client certificate.
 * They are read without being trusted: the connection itself reports what does not fit.
 * @param setting name of the setting with the address; an address without TLS is not judged
 */
export async function checkDatabaseCertificates(
  databaseUrl: string,
  setting: string,
  now = new Date(),
): Promise<Finding[]> {
  const url = URL.parse(databaseUrl)
  const mode = url?.searchParams.get('sslmode') ?? 'disable'
  if (url === null || mode === 'disable') return []
  const findings: Finding[] = []
  const end = await endOfDatabase(url)
  if (end) findings.push(lasting(`The certificate of the server of ${setting}`, end, now, 'Renew it there.'))
  const own = url.searchParams.get('sslcert')
  if (own !== null) {
    const ends = new Date(new X509Certificate(await readFile(own)).validTo)
    findings.push(
      lasting(`The certificate of ours for ${setting} (${own})`, ends, now, 'Have a new one made.'),
    )
  }
  return findings
}

/** @param what the subject of a sentence */
export function lasting(what: string, end: Date, now: Date, advice: string): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return wrong('Certificate', `${what} ended on ${end.toISOString().slice(0, 10)}.`, advice)
  const says = `${what} lasts ${days} day${days === 1 ? '' : 's'} more.`
  return days < SOON_DAYS ? warning('Certificate', says, advice) : ok('Certificate', says)
}

function endOfDatabase({ hostname, port }: URL, timeoutMs = ANSWERS_WITHIN_MS): Promise<Date | undefined> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host: hostname, port: Number(port || 5432) }, () => socket.write(SSL_REQUEST))
    giveUp(socket, timeoutMs, () => resolve(undefined))
    socket.once('data', (answer) => {
      if (answer.toString() !== 'S') return socket.destroy()
      resolve(
        endOf(connectTls({ socket, rejectUnauthorized: false, servername: nameOf(hostname) }), timeoutMs),
      )
    })
  })
}

function endOf(socket: TLSSocket, timeoutMs: number): Promise<Date | undefined> {
  return new Promise((resolve) => {
    giveUp(socket, timeoutMs, () => resolve(undefined))
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to)
      resolve(Number.isNaN(end.getTime()) ? undefined : end)
      socket.destroy()
    })
  })
}

function giveUp(socket: Socket, timeoutMs: number, done: () => void): void {
  socket.setTimeout(timeoutMs, () => socket.destroy())
  socket.on('error', () => {})
  socket.once('close', done)
}

/** Servers are addressed by a name, never by a number. */
const nameOf = (hostname: string) => (/^[\d.]+$|:/.test(hostname) ? '' : hostname)

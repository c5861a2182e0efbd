import { connect } from 'node:tls'
import { parseSmsUrl } from '../sms/gateway-url.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** `date` is the other machine's clock; null when it sends none. */
export type Asked = { finding: Finding; date: Date | null }

const SOON_DAYS = 14

/** Requests a public address: a proxy need not forward /healthz. */
export async function checkPublicUrl(publicUrl: string, timeoutMs = 8_000): Promise<Asked> {
  const about = 'Address'
  try {
    const response = await asked(`${publicUrl}/api/openapi.json`, 'GET', timeoutMs)
    const isEnamel = response.status === 200 && (await response.text()).includes('"openapi":')
    const date = dateOf(response)
    if (!isEnamel) {
      const says = `${publicUrl} answers with ${response.status} and not as Enamel does.`
      return { finding: wrong(about, says, 'Check the proxy in front, and where it leads.'), date }
    }
    const days = publicUrl.startsWith('https:')
      ? await certificateDays(new URL(publicUrl), timeoutMs)
      : undefined
    if (days !== undefined && days < SOON_DAYS) {
      const says = `The certificate of ${publicUrl} ends in ${Math.floor(days)} days.`
      return { finding: warning(about, says, 'See why the proxy does not renew it.'), date }
    }
    return { finding: ok(about, `${publicUrl} answers.`), date }
  } catch (error) {
    const says = `${publicUrl} cannot be opened from here (${codeOf(error)}).`
    return {
      finding: wrong(
        about,
        says,
        'Check name, certificate and proxy; behind some routers only others can open it.',
      ),
      date: null,
    }
  }
}

/** Only checks that the gateway is reachable; sends nothing and shows no key. @param smsUrl as SMS_URL */
export async function checkSmsGateway(smsUrl: string, timeoutMs = 8_000): Promise<Asked | undefined> {
  const gateway = parseSmsUrl(smsUrl)
  if (gateway === null) return undefined
  try {
    const response = await asked(gateway.origin, 'HEAD', timeoutMs)
    const says = `The gateway ${gateway.origin} can be reached; whether it takes the key shows with the first SMS.`
    return { finding: ok('SMS', says), date: dateOf(response) }
  } catch (error) {
    const says = `The gateway ${gateway.origin} cannot be reached (${codeOf(error)}).`
    return {
      finding: wrong('SMS', says, 'Check SMS_URL, and that this machine may open connections to it.'),
      date: null,
    }
  }
}

const asked = (url: string, method: string, timeoutMs: number) =>
  fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

function dateOf({ headers }: Response): Date | null {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : name
}

/** Days until the certificate expires; undefined when unknown. */
function certificateDays({ hostname, port }: URL, timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: timeoutMs },
      () => {
        const end = Date.parse(socket.getPeerCertificate().valid_to)
        socket.end()
        resolve(Number.isNaN(end) ? undefined : (end - Date.now()) / 86_400_000)
      },
    )
    for (const event of ['error', 'timeout']) {
      socket.on(event, () => {
        socket.destroy()
        resolve(undefined)
      })
    }
  })
}

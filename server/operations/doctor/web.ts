import { parseSmsUrl } from '../../platform/config/gateway-url.ts'
import { endOfPublic, lasting } from './certificates.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** `date` is the other machine's clock; null when it sends none. */
export type WebCheck = { finding: Finding; date: Date | null }

/** Requests a public address: a proxy need not forward /healthz. */
export async function checkPublicUrl(publicUrl: string, timeoutMs = 8_000): Promise<WebCheck> {
  const about = 'Address'
  try {
    const response = await asked(`${publicUrl}/api/openapi.json`, 'GET', timeoutMs)
    const isEnamel = response.status === 200 && (await response.text()).includes('"openapi":')
    const date = dateOf(response)
    if (!isEnamel) {
      const says = `${publicUrl} answers with ${response.status} and not as Enamel does.`
      return { finding: wrong(about, says, 'Check the proxy in front, and where it leads.'), date }
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

/** Nothing of an address without TLS, or of one that does not answer. */
export async function checkPublicCertificate(publicUrl: string): Promise<Finding[]> {
  const end = publicUrl.startsWith('https:') ? await endOfPublic(new URL(publicUrl)) : undefined
  const advice = 'See why the proxy does not renew it.'
  return end ? [lasting(`The certificate of ${publicUrl}`, end, new Date(), advice)] : []
}

/** Checks that the gateway is reachable; sends nothing and shows no key. @param smsUrl as SMS_URL */
export async function checkSmsGateway(smsUrl: string, timeoutMs = 8_000): Promise<WebCheck | undefined> {
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

import { ClinicConfigError, parseClinic } from '../../../contract/clinic-config.ts'
import { smsWay } from '../../messages/sms/transport.ts'
import { type Config, ConfigError, readConfig } from '../../platform/config/config.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

type Env = Record<string, string | undefined>

/** One finding per wrong setting. */
export function checkEnvironment(env: Env): { config: Config | undefined; findings: Finding[] } {
  try {
    return { config: readConfig(env), findings: [ok('Settings', 'The environment can be read.')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const findings = error.problems.map((problem) => wrong('Settings', problem, 'Enamel does not start so.'))
    return { config: undefined, findings }
  }
}

/** @param load returns the content of clinic.config.ts */
export async function checkClinic(load: () => Promise<unknown>): Promise<Finding[]> {
  try {
    const { name, locations, doctors } = parseClinic(await load())
    return [ok('Clinic', `${name}: ${locations.length} locations, ${doctors.length} doctors.`)]
  } catch (error) {
    const advice = 'Correct clinic.config.ts: Enamel does not start so.'
    if (!(error instanceof ClinicConfigError))
      return [wrong('Clinic', 'clinic.config.ts cannot be read.', advice)]
    return error.message.split('\n').map((each) => wrong('Clinic', `${each}.`, advice))
  }
}

const HERE = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Valid settings that do not suit a clinic. */
export function checkPlausible(config: Config, env: Env): Finding[] {
  const { publicUrl, trustedProxies, host, rateLimits, smtpUrl, smsUrl, mailFrom, auditLog } = config
  const findings: Finding[] = []
  const isReal = env.NODE_ENV === 'production' || publicUrl?.startsWith('https:') === true
  const graver = isReal ? wrong : warning
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (url === undefined) {
    findings.push(
      graver(
        'Address',
        'PUBLIC_URL is not set: links in mails lead to this machine only.',
        'Set it to the address patients open.',
      ),
    )
  } else if (url.protocol === 'http:' && !HERE.includes(url.hostname)) {
    findings.push(
      wrong(
        'Address',
        'PUBLIC_URL is plain http: what patients type can be read on the way, and nothing works without a connection.',
        'Put a proxy with TLS in front, and make it https.',
      ),
    )
  }
  if (url?.protocol === 'https:' && trustedProxies === 0) {
    findings.push(
      wrong(
        'Proxy',
        'PUBLIC_URL is https and TRUST_PROXY is not set: all callers count as one, the proxy, and soon have to wait.',
        'Set TRUST_PROXY to the number of proxies in front.',
      ),
    )
  }
  if (trustedProxies > 0 && !HERE.includes(host)) {
    findings.push(
      warning(
        'Proxy',
        `TRUST_PROXY is set and Enamel listens on ${host}: who gets past the proxy can pretend any address.`,
        'Let a firewall or the network keep others from that port.',
      ),
    )
  }
  if (!rateLimits)
    findings.push(
      graver('Limits', 'RATE_LIMITS=off: passwords and codes can be guessed without end.', 'Take it out.'),
    )
  if (smtpUrl === undefined)
    findings.push(
      graver(
        'Mail',
        'SMTP_URL is not set: mails become files in the outbox, and no patient gets one.',
        'Set it to a mail server.',
      ),
    )
  else if (mailFrom === undefined)
    findings.push(
      warning(
        'Mail',
        'MAIL_FROM is not set: patients answer to a mailbox that may not exist.',
        'Set it to one that someone reads.',
      ),
    )
  if (smsUrl === undefined)
    findings.push(
      warning(
        'SMS',
        smsWay(config) === 'none'
          ? 'SMS_URL is not set: no SMS are sent, and patients without an email address are listed to be called.'
          : 'SMS_URL is not set: SMS become files in the outbox, and patients without an email address get nothing.',
        'Set it to a gateway, where there are such patients.',
      ),
    )
  if (isReal && auditLog === undefined)
    findings.push(
      warning(
        'Audit trail',
        'AUDIT_LOG is not set: whoever owns the database can change the trail, and there is no second one.',
        'Set it, and forward it with the log to another machine (docs/operations.md, Logs on another machine).',
      ),
    )
  return findings.length > 0 ? findings : [ok('Plausible', 'Address, proxy, limits, mail and SMS are set.')]
}

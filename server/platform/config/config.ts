import path from 'node:path'
import * as v from 'valibot'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, Username } from '../../../contract/auth.ts'
import { MAX_LENGTH } from '../../../contract/fields.ts'
import { isEmail } from '../../../domain/contact.ts'
import { StartError } from '../process/start-error.ts'
import { parseSmsUrl, SMS_URL_MESSAGE } from './gateway-url.ts'
import { parseSender } from './sender.ts'

/** `problems` has one sentence per wrong setting, never with its value. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const wholeNumber = (least: number, most: number, message: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  )

/** Characters with a meaning of their own in an address. */
export const IN_PASSWORD = 'In the password write @ : / ? # % as %40 %3A %2F %3F %23 %25.'

const url = (protocols: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const parsed = URL.parse(text)
      if (parsed === null || !protocols.includes(parsed.protocol)) return false
      // PostgreSQL on a local socket: postgres:///enamel?host=/run/postgresql
      return parsed.hostname !== '' || parsed.searchParams.has('host')
    }, message),
  )

/** A public key of age (X25519, or with a part against quantum computers), as BACKUP_PUBLIC_KEY has it. */
export const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58,4000}$/

/** Entry of WEBHOOK_HOSTS: a name or an address, IPv6 in brackets, and a port if wanted. */
export const NAMED_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Target of the audit trail's mirror: a file, or a stream of this process. */
export type MirrorTarget = { file: string } | { stream: 'stdout' | 'stderr' }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const PUBLIC_URL_MESSAGE =
  'PUBLIC_URL must be the address patients open, such as https://book.example.com, without a path.'
const OIDC_ISSUER_MESSAGE =
  'OIDC_ISSUER must be the https address that names the OpenID provider, such as https://accounts.example.com (http only on this machine).'
const ADMIN_PASSWORD_MESSAGE = `ADMIN_PASSWORD must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`
const TRUST_PROXY_MESSAGE =
  'TRUST_PROXY must be false, true (one proxy in front) or the number of proxies in front, from 0 to 10.'

const OWNER_MESSAGE =
  'DATABASE_OWNER_URL must name the database of DATABASE_URL, with another user: the owner of its tables.'

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.host === b.host && a.pathname === b.pathname && a.username !== b.username
}

/**
 * A provider's identifier (OpenID Connect Discovery 1.0, section 3): https, no query, no fragment; http only
 * on this machine.
 */
const isIssuer = (text: string) => {
  const parsed = URL.parse(text)
  if (parsed === null || parsed.search || parsed.hash || parsed.username || parsed.password) return false
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isHere)
}

const OIDC_SETTINGS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const

/** OpenID settings are all set or all missing: `name` is required when any other is set. */
const neededByOidc = (name: 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'PUBLIC_URL', message: string) =>
  v.rawCheck<Environment>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const env = dataset.value
    if (env[name] !== undefined || OIDC_SETTINGS.every((each) => env[each] === undefined)) return
    addIssue({
      message,
      path: [{ type: 'object', origin: 'value', input: env, key: name, value: undefined }],
    })
  })

const Environment = v.object({
  PORT: v.optional(wholeNumber(0, 65_535, 'PORT must be a whole number from 0 to 65535.'), '3000'),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:-]+$/, 'HOST must be an address or host name to listen on, such as 127.0.0.1.'),
    ),
    '127.0.0.1',
  ),
  PUBLIC_URL: v.optional(
    v.pipe(
      url(['http:', 'https:'], PUBLIC_URL_MESSAGE),
      v.check((text) => {
        const parsed = URL.parse(text)
        return parsed === null || parsed.href === `${parsed.origin}/`
      }, PUBLIC_URL_MESSAGE),
      v.transform((text) => URL.parse(text)?.origin),
    ),
  ),
  DATABASE_URL: v.optional(
    url(
      ['postgres:', 'postgresql:'],
      `DATABASE_URL must look like postgres://user:password@host:5432/database. ${IN_PASSWORD}`,
    ),
  ),
  DATABASE_OWNER_URL: v.optional(
    url(
      ['postgres:', 'postgresql:'],
      `DATABASE_OWNER_URL must look like postgres://owner:password@host:5432/database. ${IN_PASSWORD}`,
    ),
  ),
  DATABASE_REPLICA_URL: v.optional(
    url(
      ['postgres:', 'postgresql:'],
      `DATABASE_REPLICA_URL must look like postgres://user:password@host:5433/database. ${IN_PASSWORD}`,
    ),
  ),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => path.resolve(text)),
    ),
    './data',
  ),
  BACKUP_PUBLIC_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        PUBLIC_KEY,
        'BACKUP_PUBLIC_KEY must be a public key of age, such as age1...: npm run backup -- --make-key makes one.',
      ),
    ),
  ),
  AUDIT_LOG: v.optional(
    v.pipe(
      v.string(),
      v.transform(
        (text): MirrorTarget =>
          text === 'stdout' || text === 'stderr' ? { stream: text } : { file: path.resolve(text) },
      ),
    ),
  ),
  SMTP_URL: v.optional(
    url(
      ['smtp:', 'smtps:'],
      'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => parseSender(text) !== null,
        'MAIL_FROM must be a mail address, such as Clinic <desk@example.com>.',
      ),
    ),
  ),
  SMS_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseSmsUrl(text) !== null, SMS_URL_MESSAGE),
    ),
  ),
  SMS_INCOMING_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w-]{22,200}$/, 'SMS_INCOMING_SECRET must have 22 to 200 letters, digits, - and _ in it.'),
    ),
  ),
  PORTAL_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200, 'PORTAL_TOKEN must have at most 200 characters.'),
      v.regex(/^[\w.~+/-]+=*$/, 'PORTAL_TOKEN may only have letters, digits and - . _ ~ + / in it.'),
    ),
    'portal',
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\w.~+/-]{16,200}$/,
        'METRICS_TOKEN must have 16 to 200 letters, digits and - . _ ~ + / in it.',
      ),
    ),
  ),
  WEBHOOK_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
      v.check(
        (hosts) => hosts.every((host) => NAMED_HOST.test(host)),
        'WEBHOOK_HOSTS must be host names, with a port if wanted, such as localhost:4000,practice.lan.',
      ),
      v.transform((hosts): ReadonlySet<string> => new Set(hosts)),
    ),
    '',
  ),
  OIDC_ISSUER: v.optional(v.pipe(v.string(), v.check(isIssuer, OIDC_ISSUER_MESSAGE))),
  OIDC_CLIENT_ID: v.optional(
    v.pipe(v.string(), v.maxLength(400, 'OIDC_CLIENT_ID must have at most 400 characters.')),
  ),
  OIDC_CLIENT_SECRET: v.optional(
    v.pipe(v.string(), v.maxLength(2000, 'OIDC_CLIENT_SECRET must have at most 2000 characters.')),
  ),
  OIDC_NAME: v.optional(v.pipe(v.string(), v.maxLength(40, 'OIDC_NAME must have at most 40 characters.'))),
  OIDC_SECOND_FACTOR: v.optional(
    v.picklist(['claims', 'provider'], 'OIDC_SECOND_FACTOR must be claims or provider.'),
    'claims',
  ),
  OIDC_ONLY: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'OIDC_ONLY must be true or false.'),
      v.transform((text) => text === 'true'),
    ),
    'false',
  ),
  ADMIN_USERNAME: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.check(
        (text) => v.is(Username, text),
        `ADMIN_USERNAME must have 2 to ${MAX_LENGTH.username} letters, digits, dots, hyphens or underscores.`,
      ),
    ),
    'admin',
  ),
  ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(PASSWORD_MIN_LENGTH, ADMIN_PASSWORD_MESSAGE),
      v.maxLength(PASSWORD_MAX_LENGTH, ADMIN_PASSWORD_MESSAGE),
    ),
  ),
  ADMIN_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_LENGTH.email, 'ADMIN_EMAIL is too long.'),
      v.check(isEmail, 'ADMIN_EMAIL must be a mail address, such as desk@example.com.'),
    ),
    'admin@localhost.localdomain',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => ({ false: '0', true: '1' })[text] ?? text),
      wholeNumber(0, 10, TRUST_PROXY_MESSAGE),
    ),
    'false',
  ),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`), 'info'),
  RATE_LIMITS: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'RATE_LIMITS must be on or off.'),
      v.transform((text) => text === 'on'),
    ),
    'on',
  ),
})

type Environment = v.InferOutput<typeof Environment>

const Config = v.pipe(
  Environment,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { DATABASE_URL: serving, DATABASE_OWNER_URL: owner } = dataset.value
    if (owner === undefined || (serving !== undefined && isSameDatabase(serving, owner))) return
    const at = { type: 'object', origin: 'value', input: dataset.value } as const
    addIssue({ message: OWNER_MESSAGE, path: [{ ...at, key: 'DATABASE_OWNER_URL', value: owner }] })
  }),
  neededByOidc(
    'PUBLIC_URL',
    'PUBLIC_URL must be set too for OIDC_ISSUER: the provider sends people back there.',
  ),
  neededByOidc(
    'OIDC_ISSUER',
    'OIDC_ISSUER must be set too: the other OIDC_ settings are about that provider.',
  ),
  neededByOidc(
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_ID must be set too: the name under which the provider knows this clinic.',
  ),
  v.rawCheck<Environment>(({ dataset, addIssue }) => {
    if (!dataset.typed || !dataset.value.OIDC_ONLY || dataset.value.OIDC_ISSUER !== undefined) return
    addIssue({ message: 'OIDC_ONLY needs OIDC_ISSUER: nobody could sign in without the provider.' })
  }),
  v.transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Origin without a trailing slash; not set: the address the server listens on. */
    publicUrl: env.PUBLIC_URL,
    /** Not set: the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** The owner of the tables, who migrates; not set: the one that serves. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    /** A standby, for what only reads; not set: everything is read from the primary. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    dataDir: env.DATA_DIR,
    /** Not set: backups are not encrypted. */
    backupPublicKey: env.BACKUP_PUBLIC_KEY,
    /** Not set: the audit trail is in the database alone. */
    auditLog: env.AUDIT_LOG,
    /** Not set: mails become files in the outbox. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Not set: SMS become files in the outbox. */
    smsUrl: env.SMS_URL,
    /** The secret part of the address to which Africa's Talking delivers replies. */
    smsIncomingSecret: env.SMS_INCOMING_SECRET,
    portalToken: env.PORTAL_TOKEN,
    /** Not set: /metrics is for callers on this machine. */
    metricsToken: env.METRICS_TOKEN,
    /** Hosts that webhooks may reach by http and in private networks. */
    webhookHosts: env.WEBHOOK_HOSTS,
    /** The first admin; ignored when there is an admin. Without a password one is generated. */
    firstAdmin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    /** Not set: staff sign in with their password only. */
    oidc: oidcSettings(env),
    /** The one account that signs in by password while OIDC_ONLY is true; null: all may. */
    passwordsOnlyFor: env.OIDC_ONLY ? env.ADMIN_USERNAME : null,
    /** Number of trusted proxies in front; 0: none. */
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** False only for load tests. */
    rateLimits: env.RATE_LIMITS,
  })),
)

export type OidcSettings = {
  issuer: string
  clientId: string
  /** Not set: a public client, which only uses PKCE. */
  clientSecret: string | undefined
  /** Text of the button. */
  name: string
  /** The callback, as registered at the provider. */
  redirectUri: string
  /** Whether all its sign-ins count as with a second factor, whatever the ID token says. */
  asksSecondFactor: boolean
}

function oidcSettings(env: Environment): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = env
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME ?? new URL(issuer).host,
    redirectUri: `${publicUrl}/api/auth/oidc/callback`,
    asksSecondFactor: env.OIDC_SECOND_FACTOR === 'provider',
  }
}

export type Config = v.InferOutput<typeof Config>

/**
 * Reads the settings from environment variables; all have defaults.
 * @throws {ConfigError} with one sentence per wrong setting, without values, since several are secrets
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const result = v.safeParse(Config, withoutBlanks(env))
  if (result.success) return result.output
  const firstProblemOf = new Map<unknown, string>()
  for (const issue of result.issues) {
    const setting = issue.path?.[0]?.key
    if (!firstProblemOf.has(setting)) firstProblemOf.set(setting, issue.message)
  }
  throw new ConfigError([...firstProblemOf.values()])
}

/** Empty settings count as not set: Compose files and CI systems pass empty ones. */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [name, text] of Object.entries(env)) {
    if (text?.trim()) settings[name] = text.trim()
  }
  return settings
}

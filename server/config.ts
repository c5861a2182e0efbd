import path from 'node:path'
import * as v from 'valibot'
import { StartError } from './start-error.ts'

/** The settings were read and some are wrong. `problems` has one sentence per setting, none of them with its value. */
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

const url = (protocols: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const parsed = URL.parse(text)
      if (parsed === null || !protocols.includes(parsed.protocol)) return false
      // PostgreSQL on a socket of the same machine: postgres:///enamel?host=/run/postgresql
      return parsed.hostname !== '' || parsed.searchParams.has('host')
    }, message),
  )

const MailAddress = /^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const PUBLIC_URL_MESSAGE =
  'PUBLIC_URL must be the address patients open, such as https://book.example.com, without a path.'
const TRUST_PROXY_MESSAGE =
  'TRUST_PROXY must be false, true (one proxy in front) or the number of proxies in front, from 0 to 10.'

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
      'DATABASE_URL must look like postgres://user:password@host:5432/database.',
    ),
  ),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => path.resolve(text)),
    ),
    './data',
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
      v.regex(MailAddress, 'MAIL_FROM must be a mail address, such as Clinic <desk@example.com>.'),
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

const Config = v.pipe(
  Environment,
  v.transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Origin without a slash at the end; not set: the address the server listens on. */
    publicUrl: env.PUBLIC_URL,
    /** Not set: the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** Absolute. */
    dataDir: env.DATA_DIR,
    /** Not set: mails become files in the outbox. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    portalToken: env.PORTAL_TOKEN,
    /** How many proxies in front are believed about the caller's address; 0: none. */
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** False only for load tests: no limit on how often and how many. */
    rateLimits: env.RATE_LIMITS,
  })),
)

export type Config = v.InferOutput<typeof Config>

/**
 * Reads the settings from environment variables; every one has a default, so an empty environment is a valid one.
 * @throws {ConfigError} with one sentence for each setting that is wrong; no value is repeated, since several are secrets.
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

/** A setting that is there but empty counts as not set: Compose files and CI systems hand on empty ones. */
function withoutBlanks(env: Record<string, string | undefined>): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [name, text] of Object.entries(env)) {
    if (text?.trim()) settings[name] = text.trim()
  }
  return settings
}

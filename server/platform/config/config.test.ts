import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('gives every setting its default when the environment is empty', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      databaseUrl: undefined,
      dataDir: path.resolve('data'),
      smtpUrl: undefined,
      mailFrom: undefined,
      smsUrl: undefined,
      portalToken: 'portal',
      metricsToken: undefined,
      firstAdmin: { username: 'admin', email: 'admin@localhost.localdomain', password: undefined },
      oidc: undefined,
      passwordsOnlyFor: null,
      webhookHosts: new Set(),
      trustedProxies: 0,
      logLevel: 'info',
      rateLimits: true,
    })
  })

  it('treats empty and blank settings as not set', () => {
    const env = {
      PORT: '',
      DATABASE_URL: ' ',
      PUBLIC_URL: '',
      TRUST_PROXY: '',
      RATE_LIMITS: ' ',
      MAIL_FROM: '',
    }
    expect(readConfig(env)).toEqual(readConfig({}))
  })

  it.each([
    { env: { PORT: '8080' }, expected: { port: 8080 } },
    { env: { PORT: '0' }, expected: { port: 0 } },
    { env: { HOST: '::' }, expected: { host: '::' } },
    { env: { PUBLIC_URL: 'https://book.example.com/' }, expected: { publicUrl: 'https://book.example.com' } },
    {
      env: { DATABASE_URL: 'postgresql://u:p@db/enamel' },
      expected: { databaseUrl: 'postgresql://u:p@db/enamel' },
    },
    {
      env: { DATABASE_URL: 'postgres:///enamel?host=/run/postgresql' },
      expected: { databaseUrl: 'postgres:///enamel?host=/run/postgresql' },
    },
    { env: { DATA_DIR: '/srv/enamel' }, expected: { dataDir: '/srv/enamel' } },
    { env: { SMTP_URL: 'smtps://u:p@mail:465' }, expected: { smtpUrl: 'smtps://u:p@mail:465' } },
    {
      env: { MAIL_FROM: 'Front desk <desk@example.com>' },
      expected: { mailFrom: 'Front desk <desk@example.com>' },
    },
    { env: { MAIL_FROM: 'desk@example.com' }, expected: { mailFrom: 'desk@example.com' } },
    {
      env: { SMS_URL: 'africastalking://enamel:key@api.africastalking.com?from=Enamel' },
      expected: { smsUrl: 'africastalking://enamel:key@api.africastalking.com?from=Enamel' },
    },
    { env: { PORTAL_TOKEN: 'a-b.c~1==' }, expected: { portalToken: 'a-b.c~1==' } },
    { env: { METRICS_TOKEN: 'a-b.c~1+/_ABCDEF' }, expected: { metricsToken: 'a-b.c~1+/_ABCDEF' } },
    {
      env: { ADMIN_USERNAME: 'Ada.Obi', ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'twelve chars' },
      expected: {
        firstAdmin: { username: 'ada.obi', email: 'ada@example.com', password: 'twelve chars' },
      },
    },
    { env: { TRUST_PROXY: 'false' }, expected: { trustedProxies: 0 } },
    { env: { TRUST_PROXY: 'true' }, expected: { trustedProxies: 1 } },
    { env: { TRUST_PROXY: '1' }, expected: { trustedProxies: 1 } },
    { env: { TRUST_PROXY: '2' }, expected: { trustedProxies: 2 } },
    { env: { LOG_LEVEL: 'debug' }, expected: { logLevel: 'debug' } },
    { env: { RATE_LIMITS: 'off' }, expected: { rateLimits: false } },
    {
      env: { WEBHOOK_HOSTS: 'localhost:4000, Practice.lan [::1]' },
      expected: { webhookHosts: new Set(['localhost:4000', 'practice.lan', '[::1]']) },
    },
  ])('reads $env', ({ env, expected }) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  it.each([
    { PORT: 'http' },
    { PORT: '-1' },
    { PORT: '65536' },
    { PORT: '80.5' },
    { HOST: 'http://localhost' },
    { WEBHOOK_HOSTS: 'https://practice.lan' },
    { WEBHOOK_HOSTS: '*.lan' },
    { PUBLIC_URL: 'book.example.com' },
    { PUBLIC_URL: 'ftp://book.example.com' },
    { PUBLIC_URL: 'https://example.com/booking' },
    { PUBLIC_URL: 'https://user:pw@example.com' },
    { DATABASE_URL: 'mysql://u:p@db/enamel' },
    { DATABASE_URL: 'db:5432' },
    { DATABASE_URL: 'postgres:///enamel' },
    { SMTP_URL: 'mail.example.com' },
    { SMTP_URL: 'https://mail.example.com' },
    { SMS_URL: 'https://api.twilio.com' },
    { SMS_URL: 'twilio://AC0123:token@api.twilio.com' },
    { MAIL_FROM: 'Front desk' },
    { MAIL_FROM: 'a@b\nBcc: c@d' },
    { PORTAL_TOKEN: 'two words' },
    { PORTAL_TOKEN: 'x'.repeat(201) },
    { METRICS_TOKEN: 'too-short' },
    { ADMIN_USERNAME: 'a' },
    { ADMIN_USERNAME: 'Ada Obi' },
    { ADMIN_USERNAME: 'a'.repeat(41) },
    { ADMIN_PASSWORD: 'eleven char' },
    { ADMIN_PASSWORD: 'x'.repeat(129) },
    { ADMIN_EMAIL: 'the admin' },
    { ADMIN_EMAIL: `${'a'.repeat(300)}@example.com` },
    { TRUST_PROXY: 'yes' },
    { TRUST_PROXY: '11' },
    { LOG_LEVEL: 'loud' },
    { RATE_LIMITS: 'false' },
  ])('refuses %o with one sentence that names the setting', (env) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${Object.keys(env)[0]} .+\\.$`))
  })

  describe('the settings of an OpenID provider', () => {
    const whole = {
      PUBLIC_URL: 'https://book.example.com',
      OIDC_ISSUER: 'https://id.clinic.test/clinic',
      OIDC_CLIENT_ID: 'enamel',
    }

    it('include the callback under PUBLIC_URL and the provider’s name', () => {
      expect(readConfig(whole).oidc).toEqual({
        issuer: 'https://id.clinic.test/clinic',
        clientId: 'enamel',
        clientSecret: undefined,
        name: 'id.clinic.test',
        redirectUri: 'https://book.example.com/api/auth/oidc/callback',
        asksSecondFactor: false,
      })
      const more = { ...whole, OIDC_CLIENT_SECRET: 's3cret', OIDC_NAME: 'Clinic account' }
      expect(readConfig(more).oidc).toMatchObject({ clientSecret: 's3cret', name: 'Clinic account' })
      const trusted = { ...whole, OIDC_SECOND_FACTOR: 'provider' }
      expect(readConfig(trusted).oidc).toMatchObject({ asksSecondFactor: true })
      expect(problemsOf({ ...whole, OIDC_SECOND_FACTOR: 'always' })).toEqual([
        'OIDC_SECOND_FACTOR must be claims or provider.',
      ])
    })

    it('can make it the only sign-in, except for the account of ADMIN_USERNAME', () => {
      const only = { ...whole, OIDC_ONLY: 'true' }
      expect(readConfig(only).passwordsOnlyFor).toBe('admin')
      expect(readConfig({ ...only, ADMIN_USERNAME: 'boss' }).passwordsOnlyFor).toBe('boss')
      expect(problemsOf({ OIDC_ONLY: 'true' })).toEqual([expect.stringContaining('OIDC_ISSUER')])
      expect(problemsOf({ ...whole, OIDC_ONLY: 'yes' })).toEqual(['OIDC_ONLY must be true or false.'])
    })

    it.each(['http://localhost:8080', 'http://127.0.0.1:8080/realm', 'http://[::1]:8080'])(
      'can do without TLS on this machine: %s',
      (issuer) => {
        expect(readConfig({ ...whole, OIDC_ISSUER: issuer }).oidc).toMatchObject({ issuer })
      },
    )

    it.each([
      'http://id.clinic.test',
      'id.clinic.test',
      'https://id.clinic.test?tenant=1',
      'https://id.clinic.test#a',
      'https://me:pw@id.clinic.test',
      'http://localhost.example.com',
    ])('with the issuer %s are refused without repeating it', (issuer) => {
      const problems = problemsOf({ ...whole, OIDC_ISSUER: issuer })
      expect(problems).toEqual([expect.stringMatching(/^OIDC_ISSUER .+\.$/)])
      expect(problems[0]).not.toContain(issuer)
    })

    it.each([
      { missing: ['PUBLIC_URL'] },
      { missing: ['OIDC_ISSUER'] },
      { missing: ['OIDC_CLIENT_ID'] },
      { missing: ['PUBLIC_URL', 'OIDC_CLIENT_ID'] },
    ])('that are incomplete are refused, with $missing in the message', ({ missing }) => {
      const left = Object.entries(whole).filter(([name]) => !missing.includes(name))
      const problems = problemsOf(Object.fromEntries(left))
      expect(problems.map((problem) => problem.split(' ')[0])).toEqual(missing)
    })

    it('without a provider but with a secret are refused', () => {
      const problems = problemsOf({ OIDC_CLIENT_SECRET: 'hunter2' })
      expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
        'PUBLIC_URL',
        'OIDC_ISSUER',
        'OIDC_CLIENT_ID',
      ])
      expect(problems.join()).not.toContain('hunter2')
    })
  })

  it('that are wrong are all named at once, and no secret is repeated', () => {
    const secret = 'hunter2'
    const problems = problemsOf({
      DATABASE_URL: `mysql://root:${secret}@db/x`,
      SMTP_URL: `${secret}@mail`,
      SMS_URL: `twilio://AC0123:${secret}@api.twilio.com`,
      PORTAL_TOKEN: `${secret} ${secret}`,
      ADMIN_PASSWORD: secret,
      PORT: 'x',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'SMTP_URL',
      'SMS_URL',
      'PORTAL_TOKEN',
      'ADMIN_PASSWORD',
    ])
    expect(problems.join()).not.toContain(secret)
  })
})

import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata } from 'oidc-provider'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SIGNING_KEY = { ...privateKey.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' }

/** `sub` is who they are at the provider; by default the same person always. */
export type Vouched = { email?: string; email_verified?: boolean; sub?: string }

export type ProviderOptions = {
  /** To restart on the same port; 0 takes a free one. */
  port?: number
  redirectUri: string
  /** The clinic's registration; by default with a secret. */
  client?: Partial<ClientMetadata>
  /** Accepts the secret only this way; by default both. */
  takesSecretIn?: 'header' | 'body'
  /** Whether the ID token has the address, as at Google; otherwise only userinfo does. */
  emailInIdToken?: boolean
  forge?: (answer: { id_token: string }) => void
}

export const CLIENT = { id: 'enamel', secret: 'a-secret.of the tests/+' }

/** A real OpenID provider on this machine, with a scripted user. */
export async function startOpenIdProvider(options: ProviderOptions) {
  const server = createServer()
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  let person: Vouched | 'refuses' = 'refuses'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [options.redirectUri],
        ...options.client,
      },
    ],
    jwks: { keys: [SIGNING_KEY] },
    adapter: memory(),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['of-the-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !options.emailInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(person !== 'refuses' && person) }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, ...(accountId && { accountId }) })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    const secretIn = ctx.headers.authorization === undefined ? 'body' : 'header'
    if (ctx.path === '/token' && secretIn !== (options.takesSecretIn ?? secretIn)) {
      ctx.status = 401
      ctx.body = { error: 'invalid_client' }
      return
    }
    await next()
    if (ctx.oidc?.route === 'token' && ctx.status === 200) options.forge?.(ctx.body as { id_token: string })
  })
  const answer = provider.callback()
  const atTheLogin = (request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(
      request,
      response,
      person === 'refuses' ? { error: 'access_denied' } : { login: { accountId: person.sub ?? 'person-1' } },
    )
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    request.url?.startsWith('/interaction/') ? atTheLogin(request, response) : answer(request, response),
  )

  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    issuer,
    port,
    /** For a real browser: everyone who comes from now on is this person. Before that everyone refuses. */
    expectAtTheDoor(next: Vouched | 'refuses') {
      person = next
    },
    /** Opens `url` as a browser would and signs in or refuses. @returns the provider's final redirect */
    async visit(url: string, as: Vouched | 'refuses'): Promise<URL> {
      person = as
      return browse(new URL(url), issuer)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The ID token with other claims, re-signed by the provider or with its old signature. */
export function forged(idToken: string, claims: object, { signed }: { signed: boolean }): string {
  const [head, payload = '', signature] = idToken.split('.')
  const made = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims }
  const text = `${head}.${Buffer.from(JSON.stringify(made)).toString('base64url')}`
  return `${text}.${signed ? sign('sha256', Buffer.from(text), privateKey).toString('base64url') : signature}`
}

/** An in-memory store: the provider's own one warns at each start. */
function memory(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (model) => ({
    upsert: async (id, payload) => void stored.set(`${model} ${id}`, payload),
    find: async (id) => stored.get(`${model} ${id}`),
    findByUid: async (uid) => [...stored.values()].find((each) => each.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = stored.get(`${model} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void stored.delete(`${model} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, { grantId: of }] of stored) if (of === grantId) stored.delete(key)
    },
  })
}

/** Follows redirects, with cookies, until they leave the provider. */
async function browse(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    url = new URL(location, url)
  }
  return url
}

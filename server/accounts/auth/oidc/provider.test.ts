import { expect, it } from 'vitest'
import { forged, type ProviderOptions } from '../../../../tests/support/open-id-provider.ts'
import { ada, startBoth } from '../../../../tests/support/open-id-sign-in.ts'

const COMPARISON = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'

/** A sign-in whose callback fails, identified by the code in the log. */
async function failing(
  provider: Partial<ProviderOptions>,
  spoil: (back: URL, pool: Awaited<ReturnType<typeof startBoth>>['pool']) => unknown = () => {},
) {
  const logged: string[] = []
  const both = await startBoth({ provider, clinic: { logged } })
  const { url } = await both.start()
  const back = await both.provider.visit(url, ada)
  await spoil(back, both.pool)
  expect(await both.comeBack(back)).toMatchObject({ error: 'failed' })
  const line = logged.find((each) => each.includes('OpenID sign-in failed')) ?? '{}'
  return JSON.parse(line) as { code?: string; said?: string }
}

it('the provider check refuses a token that was made for another sign-in', async () => {
  const spoil = (_: URL, pool: { query(text: string): unknown }) =>
    pool.query(`UPDATE oidc_sign_ins SET nonce = 'that-of-another-sign-in'`)
  expect(await failing({}, spoil)).toMatchObject({ code: COMPARISON })
})

it('the provider check proves by PKCE that it is the one who asked', async () => {
  const spoil = (_: URL, pool: { query(text: string): unknown }) =>
    pool.query(`UPDATE oidc_sign_ins SET code_verifier = repeat('a', 43)`)
  expect(await failing({}, spoil)).toMatchObject({ said: 'invalid_grant' })
})

it.each([
  { name: 'of another issuer', claims: { iss: 'https://accounts.example.com' }, code: COMPARISON },
  { name: 'for another client', claims: { aud: 'another-clinic' }, code: COMPARISON },
  { name: 'that is over', claims: { exp: 1 }, code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' },
  { name: 'without a nonce', claims: { nonce: undefined }, code: 'OAUTH_INVALID_RESPONSE' },
])('the provider check refuses an ID token $name, however well signed', async ({ claims, code }) => {
  const forge: ProviderOptions['forge'] = (answer) => {
    answer.id_token = forged(answer.id_token, claims, { signed: true })
  }
  expect(await failing({ forge })).toMatchObject({ code })
})

it('the provider check refuses an ID token that the provider did not sign', async () => {
  const forge: ProviderOptions['forge'] = (answer) => {
    answer.id_token = forged(answer.id_token, ada, { signed: false })
  }
  expect(await failing({ forge })).toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
})

it('the provider check refuses an answer in the name of another provider', async () => {
  const spoil = (back: URL) => back.searchParams.set('iss', 'https://accounts.example.com')
  expect(await failing({}, spoil)).toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
})

it('the log says that the provider refuses the secret', async () => {
  expect(await failing({ client: { client_secret: 'another secret' } })).toMatchObject({
    said: 'invalid_client',
  })
})

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startClinic } from '../../../../tests/support/clinic.ts'
import { storeStaff } from '../../../../tests/support/staff.ts'

const password = 'seven quiet herons'
const ORIGIN = 'http://localhost:3000'
const PRESENT_AND_VERIFIED = 0x05

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeEach(async () => {
  clinic = await startClinic()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const post = (path: string, body: object) => clinic.call('POST', `/api/auth/${path}`, body)

type Shown = { challenge: string; origin?: string; host?: string; flags?: number; counter?: number }

/** A person with a passkey, and the answers of their device (Web Authentication, section 6.3.3). */
async function withPasskey(username: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A COSE key: EC2, ES256, P-256, and the two coordinates.
  const cose = `a5010203262001215820${Buffer.from(x, 'base64url').toString('hex')}225820${Buffer.from(y, 'base64url').toString('hex')}`
  const id = randomBytes(16).toString('base64url')
  const staff = await storeStaff(clinic.database.pool, { username, password })
  await clinic.database.pool.query(
    `INSERT INTO staff_factors (id, staff_id, kind, name, credential_id, public_key, counter, created_at)
     VALUES (gen_random_uuid(), $1, 'passkey', 'Key', $2, $3, 7, now())`,
    [staff.id, id, Buffer.from(cose, 'hex')],
  )
  return (shown: Shown) => {
    const {
      challenge,
      origin = ORIGIN,
      host = 'localhost',
      flags = PRESENT_AND_VERIFIED,
      counter = 8,
    } = shown
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
    )
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const authenticatorData = Buffer.concat([sha256(host), Buffer.from([flags]), count])
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: null,
    }
    return { id, rawId: id, type: 'public-key', response }
  }
}

async function begin(step?: string): Promise<{ step: string; challenge: string; allowed: { id: string }[] }> {
  const { body } = await post('factor/passkey/start', { ...(step && { step }) })
  const data = body.data as {
    step: string
    options: { challenge: string; allowCredentials: { id: string }[] }
  }
  return { step: data.step, challenge: data.options.challenge, allowed: data.options.allowCredentials }
}

async function typed(username: string): Promise<string> {
  const { body } = await post('signin', { username, password })
  return (body.data as { step: string }).step
}

const refused = { status: 400, body: { code: 'code_wrong' } }

it('a passkey signs in alone, and after the password', async () => {
  const ada = await withPasskey('ada')
  const { step, challenge } = await begin()
  expect(await post('factor/passkey', { step, response: ada({ challenge }) })).toMatchObject({
    status: 200,
    body: { data: { user: { username: 'ada' } } },
  })
  const second = await begin(await typed('ada'))
  expect(second.allowed).toHaveLength(1)
  const response = ada({ challenge: second.challenge, counter: 9 })
  expect(await post('factor/passkey', { step: second.step, response })).toMatchObject({ status: 200 })
})

it.each<[string, Omit<Shown, 'challenge'>]>([
  ['of another origin', { origin: 'https://elsewhere.example' }],
  ['for another host', { host: 'elsewhere.example' }],
  ['without fingerprint, face or PIN', { flags: 0x01 }],
  ['whose counter has gone back, as that of a copy', { counter: 7 }],
])('a passkey is refused when it is one %s', async (_, wrong) => {
  const ada = await withPasskey('ada')
  const { step, challenge } = await begin()
  const response = ada({ challenge, ...wrong })
  expect(await post('factor/passkey', { step, response })).toMatchObject(refused)
  expect((await clinic.database.pool.query('SELECT 1 FROM sessions')).rowCount).toBe(0)
})

it('a passkey is refused after another person’s password', async () => {
  await withPasskey('ada')
  const eve = await withPasskey('eve')
  const { step, challenge } = await begin(await typed('ada'))
  expect(await post('factor/passkey', { step, response: eve({ challenge }) })).toMatchObject(refused)
})

it('a passkey challenge is answered once, right or wrong', async () => {
  const ada = await withPasskey('ada')
  const { step, challenge } = await begin()
  const wrong = ada({ challenge, flags: 0x01 })
  expect(await post('factor/passkey', { step, response: wrong })).toMatchObject(refused)
  expect(await post('factor/passkey', { step, response: ada({ challenge }) })).toMatchObject(refused)
})

it('a passkey challenge is bound to its own step', async () => {
  const ada = await withPasskey('ada')
  const [one, other] = [await begin(), await begin()]
  const response = ada({ challenge: one.challenge })
  expect(await post('factor/passkey', { step: other.step, response })).toMatchObject(refused)
})

it('a passkey is refused for a disabled account', async () => {
  const ada = await withPasskey('ada')
  await clinic.database.pool.query('UPDATE staff SET disabled_at = now()')
  const { step, challenge } = await begin()
  expect(await post('factor/passkey', { step, response: ada({ challenge }) })).toMatchObject(refused)
})

it('a passkey signs in one admin alone where OIDC_ONLY is true', async () => {
  await clinic[Symbol.asyncDispose]()
  clinic = await startClinic({ passwordsOnlyFor: 'admin' })
  const [ada, admin] = [await withPasskey('ada'), await withPasskey('admin')]
  const [one, other] = [await begin(), await begin()]
  const response = ada({ challenge: one.challenge })
  expect(await post('factor/passkey', { step: one.step, response })).toMatchObject({ status: 403 })
  const right = admin({ challenge: other.challenge })
  expect(await post('factor/passkey', { step: other.step, response: right })).toMatchObject({ status: 200 })
  expect((await clinic.database.pool.query('SELECT 1 FROM sessions')).rowCount).toBe(1)
})

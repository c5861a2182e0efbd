import { describe, expect, it } from 'vitest'
import { newSealPair, openerOf, publicHalf, type Sealed, sealerFor } from './format.ts'

const LABEL = { question: 'GET /blockers', at: 1_900_000_000_000 }
const TEXT = 'Ada Obi, 10:30'

async function newKey() {
  const { publicKey, privateKey } = await newSealPair()
  const half = await publicHalf(publicKey)
  return { ...half, open: openerOf(privateKey, half.id) }
}
const sealed = async (key: Awaited<ReturnType<typeof newKey>>) => (await sealerFor(key))(TEXT, LABEL)

it('a sealed text opens with the private key, also when another start sealed it', async () => {
  const key = await newKey()
  for (const each of [await sealed(key), await sealed(key)])
    expect(await key.open(each, LABEL.question)).toBe(TEXT)
})

it('a sealed text contains none of the plain text, and each start uses a content key of its own', async () => {
  const key = await newKey()
  const [one, other] = [await sealed(key), await sealed(key)]
  expect(Buffer.from(one.bytes).toString('latin1')).not.toContain(TEXT)
  expect(one.from).not.toEqual(other.from)
  const seal = await sealerFor(key)
  const [first, second] = [await seal(TEXT, LABEL), await seal(TEXT, LABEL)]
  expect(first.from).toEqual(second.from)
  expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(false)
})

describe('a sealed text cannot be opened', () => {
  const flip = (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte, i) => (i === 9 ? byte ^ 1 : byte))
  it.each<[string, (text: Sealed) => Sealed]>([
    ['with other bytes', (text) => ({ ...text, bytes: flip(new Uint8Array(text.bytes)).buffer })],
    ['with another iv', (text) => ({ ...text, iv: flip(text.iv) })],
    ['from another ephemeral key', (text) => ({ ...text, from: flip(text.from) })],
    ['made younger', (text) => ({ ...text, at: text.at + 1 })],
    ['of another schema', (text) => ({ ...text, schema: text.schema + 1 })],
    ['said to be for another key', (text) => ({ ...text, keyId: 'other' })],
  ])('when it is changed: %s', async (_, tamper) => {
    const key = await newKey()
    expect(await key.open(tamper(await sealed(key)), LABEL.question)).toBeNull()
  })

  it('under another request, or with another key', async () => {
    const key = await newKey()
    const text = await sealed(key)
    expect(await key.open(text, 'GET /notifications')).toBeNull()
    expect(await (await newKey()).open(text, LABEL.question)).toBeNull()
  })
})

import { chmod, readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Refused } from '../../platform/process/command-errors.ts'

/** Loaded when a backup is encrypted: a server that only reads its settings does without its memory. */
const age = () => import('age-encryption')

const PRIVATE_KEY = /^AGE-SECRET-KEY-\S+$/m
/** The end of an encrypted backup's name. */
export const ENCRYPTED = '.age'

/** Encrypts for the owner of the private key, in the format of age, as a stream. */
export async function* encrypted(
  bytes: AsyncIterable<Uint8Array>,
  publicKey: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(publicKey)
  yield* (await encrypter.encrypt(webStream(bytes))) as unknown as AsyncIterable<Uint8Array>
}

/**
 * @throws Refused when the key is another's, or the file is not of age
 * @returns a stream that fails where the file was changed or cut off
 */
export async function decrypted(
  bytes: AsyncIterable<Uint8Array>,
  privateKey: string,
  file: string,
): Promise<Readable> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity(privateKey)
  const opened = await decrypter.decrypt(webStream(bytes)).catch((error: Error) => {
    throw error.message.includes('no identity matched')
      ? new Refused(`${file} was encrypted for another key than this one.`)
      : new Refused(`${file} is damaged, or no encrypted backup.`)
  })
  return Readable.from(whole(opened as unknown as AsyncIterable<Uint8Array>, file), { objectMode: false })
}

/** Each chunk proves itself, and the last one that it is the last. */
async function* whole(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch {
    throw new Refused(`${file} is damaged, or its end is missing.`)
  }
}

const webStream = (bytes: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as WebStream<Uint8Array> as ReadableStream<
    Uint8Array<ArrayBuffer>
  >

/** Reads the private key out of a file as age-keygen and `makeKey` write it. @throws Refused without one */
export async function privateKeyIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`The key ${file} cannot be read (${error.code}).`)
  })
  const [key] = PRIVATE_KEY.exec(text) ?? []
  if (key === undefined) throw new Refused(`There is no private key of age in ${file}.`)
  return key
}

/**
 * Makes a pair of keys and writes the private one into a new file, for its owner alone.
 * @returns the public one
 * @throws Refused when there is such a file
 */
export async function makeKey(file: string, now: Date): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const publicKey = await identityToRecipient(identity)
  const text = `# created: ${now.toISOString()}\n# public key: ${publicKey}\n${identity}\n`
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`The key cannot be written into ${file} (${error.code}).`)
  })
  await chmod(file, 0o600)
  return publicKey
}

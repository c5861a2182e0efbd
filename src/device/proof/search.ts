/*
 * The search for a proof of work, by ALTCHA's protocol (docs/decisions/029): of the counters from 0 on the one whose
 * SHA-256 of salt, nonce and counter begins with the prefix that the server has signed. In plain JavaScript, since a page
 * without HTTPS has no WebCrypto, and a call of it per hash would cost more than the hash.
 */

const ROUNDS = new Int32Array(64)
const START = new Int32Array(8)

/** The constants of FIPS 180-4: the fractions of the cube roots and square roots of the first primes. */
function fillConstants(): void {
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  let found = 0
  for (let n = 2; found < 64; n++) {
    let isPrime = true
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false
    if (!isPrime) continue
    if (found < 8) START[found] = fraction(n ** (1 / 2))
    ROUNDS[found] = fraction(n ** (1 / 3))
    found += 1
  }
}
fillConstants()

const W = new Int32Array(64)
const STATE = new Int32Array(8)

/** The SHA-256 of the one block in `W[0]` to `W[15]`, in `STATE`. */
function compress(): void {
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15] as number
    const y = W[i - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    W[i] = ((W[i - 16] as number) + s0 + (W[i - 7] as number) + s1) | 0
  }
  let a = START[0] as number
  let b = START[1] as number
  let c = START[2] as number
  let d = START[3] as number
  let e = START[4] as number
  let f = START[5] as number
  let g = START[6] as number
  let h = START[7] as number
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (W[i] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  STATE[0] = ((START[0] as number) + a) | 0
  STATE[1] = ((START[1] as number) + b) | 0
  STATE[2] = ((START[2] as number) + c) | 0
  STATE[3] = ((START[3] as number) + d) | 0
  STATE[4] = ((START[4] as number) + e) | 0
  STATE[5] = ((START[5] as number) + f) | 0
  STATE[6] = ((START[6] as number) + g) | 0
  STATE[7] = ((START[7] as number) + h) | 0
}

const wordsOf = (hex: string): number[] =>
  (hex.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16) | 0)
const hexOf = (words: Int32Array): string =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

/** Parameters of a challenge that the search needs, in hex; salt and nonce of 16 bytes. */
export type Puzzle = { salt: string; nonce: string; keyPrefix: string }
/** As the server takes it. */
export type Solution = { counter: number; derivedKey: string }

/**
 * @param most the last counter to try
 * @returns null where none of them fits
 */
export function search({ salt, nonce, keyPrefix }: Puzzle, most: number): Solution | null {
  // 36 bytes and their length fill one block: two times 4 words, the counter, the mark of the end, the length in bits.
  const block = [...wordsOf(salt), ...wordsOf(nonce), 0, 0x80000000 | 0, 0, 0, 0, 0, 0, 288]
  const first = Number.parseInt(keyPrefix.slice(0, 8), 16) | 0
  for (let counter = 0; counter <= most; counter++) {
    W.set(block)
    W[8] = counter
    compress()
    if (STATE[0] !== first) continue
    const derivedKey = hexOf(STATE)
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
  return null
}

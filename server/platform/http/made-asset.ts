import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Asset, assetAt } from './assets.ts'

const compressedByBrotli = promisify(brotliCompress)
const compressedByGzip = promisify(gzip)
/** A quality of 11 takes a second for a tenth less. */
const BROTLI_QUALITY = 6

/** A text that the server makes once and sends often, compressed as the built files are. */
export async function madeAsset(address: string, text: string): Promise<Asset> {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([
    compressedByBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressedByGzip(plain),
  ])
  return assetAt(address, plain, { br, gzip: zipped })
}

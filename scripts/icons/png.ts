import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3
const MOST_COLOURS = 256

/**
 * Writes a flat drawing as a PNG with a palette (PNG specification, third edition, sections 5 and 11), which is
 * half the size of what a browser writes.
 * @param pixels red, green, blue and alpha of each pixel, row by row
 * @param size width and height
 */
export function encodePng(pixels: Uint8Array, size: number): Buffer {
  const { palette, indices } = withPalette(pixels)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  const rows = Buffer.alloc(size * (size + 1))
  // Each row begins with its filter; none suits a palette best.
  for (let y = 0; y < size; y++) rows.set(indices.subarray(y * size, (y + 1) * size), y * (size + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Colour = [red: number, green: number, blue: number, alpha: number]

/** The colours of a drawing: of its soft edges only as many shades as there is room for. */
function withPalette(pixels: Uint8Array): { palette: Colour[]; indices: Uint8Array } {
  for (let step = 1; ; step++) {
    const rounded = (value = 0) => (value === 255 ? 255 : Math.round(value / step) * step)
    const indexOf = new Map<number, number>()
    const palette: Colour[] = []
    const indices = new Uint8Array(pixels.length / 4)
    for (let i = 0; i < indices.length && palette.length <= MOST_COLOURS; i++) {
      const alpha = rounded(pixels[i * 4 + 3])
      const [red = 0, green = 0, blue = 0] =
        alpha === 0 ? [] : pixels.subarray(i * 4, i * 4 + 3).map((value) => Math.min(255, rounded(value)))
      const key = ((red * 256 + green) * 256 + blue) * 256 + alpha
      const index = indexOf.get(key) ?? palette.push([red, green, blue, alpha]) - 1
      indexOf.set(key, index)
      indices[i] = index
    }
    if (palette.length <= MOST_COLOURS) return { palette, indices }
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

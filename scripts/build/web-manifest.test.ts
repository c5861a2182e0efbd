import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../build/build-info.ts'
import { clinicOfBuild } from './baked-in.ts'
import { SCREENSHOTS, shortName, webManifest } from './web-manifest.ts'

it.each([
  ['Enamel Dental Clinic', 'Enamel'],
  ['Smile & Co Dental', 'Smile & Co'],
  ['Bright & Associates', 'Bright'],
  ['Zahnarztpraxis Sommer', 'Zahnarztprax'],
  ['Dr. Obi', 'Dr. Obi'],
  ['The Surgery on Marina Road', 'The Surgery'],
])('%s is called %s under its icon', (name, short) => expect(shortName(name)).toBe(short))

const clinic = clinicOfBuild()

/** Width and height of a PNG or an extended WebP (RFC 9649, section 2.7), from its header. */
function pixelsOf(address: string): string {
  const header = readFileSync(path.join(root, 'public', address)).subarray(0, 32)
  if (address.endsWith('.png')) return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
  expect(header.subarray(12, 16).toString()).toBe('VP8X')
  return `${header.readUIntLE(24, 3) + 1}x${header.readUIntLE(27, 3) + 1}`
}

describe.each(['patients', 'staff'] as const)('the manifest for %s', (app) => {
  const manifest = webManifest(clinic, app)

  it('starts at their page, within the whole app, under an id of its own', () => {
    const start = { patients: '/book-appointment', staff: '/dashboard' }[app]
    expect(manifest).toMatchObject({ id: start, start_url: start, scope: '/', display: 'standalone' })
    expect(manifest.name).toContain(clinic.name)
  })

  it('has icons of the sizes that it declares', () => {
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
    ]
    for (const { src, sizes } of pictures) expect(pixelsOf(src), src).toBe(sizes)
    const forms = new Set(manifest.screenshots.map(({ form_factor }) => form_factor))
    expect([...forms].sort()).toEqual(['narrow', 'wide'])
  })

  it('leads to booking and to the appointments', () =>
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Book an appointment', '/book-appointment'],
      ['Booked appointments', '/dashboard'],
    ]))
})

it('no file that an install needs is large', () => {
  const bytes = (address: string) => readFileSync(path.join(root, 'public', address)).length
  for (const { src } of webManifest(clinic, 'staff').icons) expect(bytes(src), src).toBeLessThan(15_000)
  for (const { name } of SCREENSHOTS) expect(bytes(`screenshots/${name}.webp`), name).toBeLessThan(150_000)
})

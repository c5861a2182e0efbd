import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { isOptedOut } from './opt-outs.ts'
import { unsubscribeLinks } from './unsubscribe-link.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => void (await clinic.database.pool.query('DELETE FROM contact_opt_outs')))

const ORIGIN = 'https://book.example.com'
const EMAIL = 'ada.secret@example.com'

async function linkFor(email = EMAIL, language: 'en' | 'ru' = 'en'): Promise<string> {
  const address = await unsubscribeLinks(clinic.database.pool).addressFor(ORIGIN, { email, language })
  expect(address).toMatch(/^https:\/\/book\.example\.com\/api\/unsubscribe\/[\w-]+$/)
  return address.slice(ORIGIN.length)
}
/** As a mail program or a browser asks: without any bearer. */
async function ask(method: 'GET' | 'POST' | 'HEAD', path: string, form?: Record<string, string>) {
  const response = await clinic.app.request(path, {
    method,
    ...(form && { body: new URLSearchParams(form) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const wantsNone = () => isOptedOut(clinic.database.pool, EMAIL)

describe('the unsubscribe link of a reminder', () => {
  it('changes nothing when it is only opened, for instance by mail scanners', async () => {
    const link = await linkFor()
    for (const method of ['GET', 'GET', 'HEAD'] as const) expect((await ask(method, link)).status).toBe(200)
    expect(await wantsNone()).toBe(false)
    const { text, headers } = await ask('GET', link)
    expect(text).toContain('<form method="post">')
    expect(text).toContain('Stop reminders')
    expect(text).not.toMatch(/<script|https?:/)
    expect(text).not.toContain('ada.secret')
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it.each([
    ['one press in a mail program', { 'List-Unsubscribe': 'One-Click' }],
    ['a press that says nothing', undefined],
  ])('ends reminders to this address with %s, without a sign-in or a second page', async (_what, form) => {
    const link = await linkFor()
    for (let press = 0; press < 2; press += 1)
      expect(await ask('POST', link, form)).toMatchObject({ status: 200 })
    expect(await wantsNone()).toBe(true)
    const { rows } = await clinic.database.pool.query('SELECT key, channel FROM contact_opt_outs')
    expect(rows).toEqual([{ key: EMAIL, channel: 'email' }])
  })

  it('lets reminders begin again by the button that follows', async () => {
    const link = await linkFor('ADA.Secret@example.com')
    const { text } = await ask('POST', link, { 'List-Unsubscribe': 'One-Click' })
    expect(text).toContain('send any more reminders to this address.')
    expect(text).toContain('name="List-Unsubscribe" value="Resume"')
    expect((await ask('POST', link, { 'List-Unsubscribe': 'Resume' })).text).toContain('send reminders to')
    expect(await wantsNone()).toBe(false)
  })

  it('uses the language of its mail', async () => {
    const { text } = await ask('GET', await linkFor(EMAIL, 'ru'))
    expect(text).toContain('<html lang="ru">')
    expect(text).toContain('Больше не напоминать')
  })

  it('is forgery-proof: guessed, cut off, changed or combined, it opens a page that says so', async () => {
    const link = await linkFor()
    const other = await linkFor('obi@example.com')
    const end = link.lastIndexOf('/') + 1
    const token = link.slice(end)
    const swapped = token.at(20) === 'A' ? 'B' : 'A'
    const wrong = [
      'A',
      'A'.repeat(90),
      token.slice(0, -3),
      `${token.slice(0, 20)}${swapped}${token.slice(21)}`,
      token.slice(0, 40) + other.slice(end + 40),
      '%00',
    ]
    for (const each of wrong) {
      const page = await ask('GET', `/api/unsubscribe/${each}`)
      expect(page).toMatchObject({
        status: 200,
        text: expect.stringContaining('This link is invalid or has expired.'),
      })
      expect(page.text).not.toContain('<form')
      const pressed = await ask('POST', `/api/unsubscribe/${each}`, { 'List-Unsubscribe': 'One-Click' })
      expect(pressed.status).toBe(404)
    }
    const { rows } = await clinic.database.pool.query('SELECT key FROM contact_opt_outs')
    expect(rows).toEqual([])
  })

  it('is different each time, from the same server or a second one', async () => {
    const links = [await linkFor(), await linkFor()]
    expect(new Set(links).size).toBe(2)
    for (const link of links) expect((await ask('POST', link)).status).toBe(200)
  })
})

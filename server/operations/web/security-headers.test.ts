import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { fileHeaders, hashedFileHeaders, securityHeaders } from './security-headers.ts'

async function headers(address: string, options = { https: false }) {
  const app = new Hono()
    .use(securityHeaders(options))
    .get('/call', (c) => c.json({ success: true }))
    .get('/broken', () => {
      throw new Error('unexpected')
    })
    .onError((_error, c) => c.json({ success: false }, 500))
  return (await app.request(address)).headers
}

describe('every answer', () => {
  it.each(['/call', '/broken', '/missing'])('has the content security policy at %s', async (address) => {
    const sent = await headers(address)
    expect(sent.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(sent.get('x-content-type-options')).toBe('nosniff')
    expect(sent.get('referrer-policy')).toBe('same-origin')
    expect(sent.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('requires TLS only where there is TLS', async () => {
    expect((await headers('/call')).get('strict-transport-security')).toBeNull()
    expect((await headers('/call', { https: true })).get('strict-transport-security')).toContain('max-age=')
  })
})

it('a hashed file as a worker runs scripts of this origin alone, and can be in no frame', () =>
  expect(hashedFileHeaders).toEqual({
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  }))

describe('a file of the page', () => {
  const policy = (...options: Parameters<typeof fileHeaders>) =>
    fileHeaders(...options)['Content-Security-Policy']

  it('has the policy with the hashes of its own blocks alone', () => {
    expect(policy('/api', { styleHashes: ['sha256-abc='], scriptHashes: ['sha256-map='] })).toBe(
      "default-src 'none'; script-src 'self' 'sha256-map='; " +
        "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-abc='; " +
        "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types worker default",
    )
    expect(policy('/api')).toContain("script-src 'self'; style-src")
    expect(fileHeaders('/api')).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': expect.stringContaining('camera=()'),
    })
  })

  it('may call an API on another origin, and nothing more', () => {
    expect(policy('https://api.example.com/v1')).toContain("connect-src 'self' https://api.example.com;")
    expect(policy('/api')).toContain("connect-src 'self';")
  })
})

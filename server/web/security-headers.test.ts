import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type SecurityOptions, securityHeaders } from './security-headers.ts'

async function headers(address: string, options: Partial<SecurityOptions> = {}) {
  const app = new Hono()
    .use(
      securityHeaders({
        styleHashes: ['sha256-abc='],
        scriptHashes: ['sha256-map='],
        https: false,
        ...options,
      }),
    )
    .get('/page', (c) => c.text('page'))
    .get('/broken', () => {
      throw new Error('unexpected')
    })
    .onError((_error, c) => c.json({ success: false }, 500))
  return (await app.request(address)).headers
}

describe('every answer', () => {
  it.each(['/page', '/broken', '/missing'])('carries the policy at %s', async (address) => {
    const sent = await headers(address)
    expect(sent.get('content-security-policy')).toBe(
      "default-src 'none'; object-src 'none'; script-src 'self' 'sha256-map='; " +
        "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-abc='; " +
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types worker default",
    )
    expect(sent.get('x-content-type-options')).toBe('nosniff')
    expect(sent.get('referrer-policy')).toBe('same-origin')
    expect(sent.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(sent.get('permissions-policy')).toContain('camera=()')
  })

  it('insists on TLS only where there is TLS', async () => {
    expect((await headers('/page')).get('strict-transport-security')).toBeNull()
    expect((await headers('/page', { https: true })).get('strict-transport-security')).toContain('max-age=')
  })

  it('lets the page reach an API elsewhere, and nothing more', async () => {
    const elsewhere = await headers('/page', { apiBaseUrl: 'https://api.example.com/v1' })
    expect(elsewhere.get('content-security-policy')).toContain("connect-src 'self' https://api.example.com;")
    const here = await headers('/page', { apiBaseUrl: '/api' })
    expect(here.get('content-security-policy')).toContain("connect-src 'self';")
  })
})

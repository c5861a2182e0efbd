import { expect, it } from 'vitest'
import { nameOf, openText, sealText } from './locked-seal.ts'

it('a locked session opens under the key that sealed it, and no other', async () => {
  const sealed = await sealText('the key of the lock', 'Ngozi, 10:30')
  expect(sealed).not.toContain('Ngozi')
  expect(await openText('the key of the lock', sealed)).toBe('Ngozi, 10:30')
  expect(await openText('another key', sealed)).toBeNull()
  const other = sealed.startsWith('A') ? 'B' : 'A'
  expect(await openText('the key of the lock', `${other}${sealed.slice(1)}`)).toBeNull()
  expect(await openText('the key of the lock', 'nothing')).toBeNull()
})

it('a session is named by the hash that the server stores', async () => {
  // SHA-256 as base64url, without padding.
  expect(await nameOf('a token')).toBe('4zFuK6_rthA6NBjod4wK3JYNQCE6A6fn9PzTQm7YB78')
})

import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { startServerProcess } from '../../../tests/support/server-process.ts'
import { startStandby } from './embedded/standby.fixture.ts'
import { createPool } from './pool.ts'

it('a standby is not ready, and a server started on it reports that in a sentence', async () => {
  const { url } = await startStandby()
  const pool = createPool(url)
  const close = () => pool.end()
  await using clinic = await startClinic({ database: { url, pool, close, [Symbol.asyncDispose]: close } })
  expect(await clinic.call('GET', '/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await clinic.book()).toMatchObject({ status: 503, body: { code: 'unavailable' } })

  await using server = startServerProcess({ DATABASE_URL: url })
  expect(await server.exit).toEqual([1, null])
  expect(server.output().trim()).toMatch(/^DATABASE_URL: [^\n]+ takes no changes: it is a standby[^\n]+$/)
})

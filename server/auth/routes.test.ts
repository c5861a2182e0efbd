import { expect, it } from 'vitest'
import { startClinic } from '../../tests/support/clinic.ts'
import { storeStaff } from '../../tests/support/staff.ts'

const password = 'correct horse battery'

it('signs in, says who is there, and signs out', async () => {
  await using clinic = await startClinic()
  await storeStaff(clinic.database.pool, { password })
  const signIn = await clinic.call('POST', '/api/auth/signin', { username: ' Ada ', password })
  expect(signIn).toMatchObject({ status: 200, body: { data: { user: { displayName: 'Dt. Ada Obi' } } } })
  const { token } = signIn.body.data as { token: string }
  const bearer = { authorization: `Bearer ${token}` }
  expect(await clinic.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject({ status: 200 })
  expect(await clinic.call('GET', '/api/token/test', undefined, bearer)).toMatchObject({
    body: { data: { kind: 'staff' } },
  })
  expect(await clinic.call('POST', '/api/auth/logout', undefined, bearer)).toMatchObject({ status: 200 })
  expect(await clinic.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject({ status: 401 })
})

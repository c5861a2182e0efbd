import { expect, it } from 'vitest'
import { storeStaff } from '../../tests/support/staff.ts'
import { password, startWithAda } from './sign-in.fixture.ts'

it('takes a password of one admin alone where OIDC_ONLY is true, and says the same of every other name', async () => {
  await using clinic = await startWithAda({ passwordsOnlyFor: 'admin' })
  await storeStaff(clinic.database.pool, { username: 'admin', password })
  const answers = []
  for (const username of ['ada', 'nobody']) {
    const { status, body } = await clinic.signIn({ username })
    answers.push(JSON.stringify({ status, body }))
  }
  expect(new Set(answers)).toHaveLength(1)
  expect(answers[0]).toContain('"status":403')
  expect(await clinic.signIn({ username: 'admin' })).toMatchObject({ status: 200 })

  const eve = await clinic.signedIn({ username: 'eve', password })
  const next = { current: password, password: 'seven quiet herons at noon' }
  for (const [path, body] of [
    ['/api/auth/prove', { password }],
    ['/api/auth/change-password', next],
  ] as const) {
    expect(await clinic.call('POST', path, body, eve.bearer)).toMatchObject({ status: 403 })
  }
})

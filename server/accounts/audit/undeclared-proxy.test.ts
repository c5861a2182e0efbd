import { expect, it, onTestFinished } from 'vitest'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { UNDECLARED_PROXY } from './undeclared-proxy.ts'

async function start(options: TestOptions = {}) {
  const logged: string[] = []
  const clinic = await startClinic({ ...options, logged })
  onTestFinished(() => clinic[Symbol.asyncDispose]())
  return {
    clinic,
    call: (caller: string, forwarded?: string) => {
      const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
      return clinic.call('GET', '/api/auth/providers', undefined, headers, caller)
    },
    warnings: () => logged.map((line) => JSON.parse(line)).filter(({ msg }) => /TRUST_PROXY/.test(msg)),
    noted: async () => {
      const { rows } = await clinic.database.pool.query('SELECT once FROM audit_log WHERE action = $1', [
        UNDECLARED_PROXY,
      ])
      return rows.map(({ once }) => once)
    },
  }
}

it('a proxy that TRUST_PROXY does not name is warned of once, for any number of calls', async () => {
  const { call, warnings, noted } = await start()
  for (let i = 0; i < 5; i += 1)
    expect(await call('10.0.0.9', `203.0.113.${i}`)).toMatchObject({ status: 200 })
  await expect.poll(noted).toEqual([`${UNDECLARED_PROXY} 2030-03-04`])
  expect(warnings()).toMatchObject([{ level: 40 }])
  expect(JSON.stringify(warnings())).not.toContain('203.0.113')
})

it.each<[string, TestOptions, string, string | undefined]>([
  ['that it does name', { trustedProxies: 1 }, '10.0.0.9', '203.0.113.1'],
  ['that is none: a stranger says so', {}, '198.51.100.7', '203.0.113.1'],
  ['that is none: a caller on this machine', {}, '127.0.0.1', undefined],
])('no proxy is warned of %s', async (_, options, caller, forwarded) => {
  const { call, warnings, noted } = await start(options)
  await call(caller, forwarded)
  expect(warnings()).toEqual([])
  expect(await noted()).toEqual([])
})

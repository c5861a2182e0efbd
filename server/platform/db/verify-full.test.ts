import { expect, it } from 'vitest'
import { unverifiedDatabases } from './verify-full.ts'

const at = (databaseUrl: string, env = {}) =>
  unverifiedDatabases({ databaseUrl, databaseOwnerUrl: undefined, databaseReplicaUrl: undefined }, env)

it.each([
  ['another host', 'postgres://enamel:secret@db.example.com:5432/enamel', 'db.example.com'],
  ['a name in the own network', 'postgres://enamel:secret@db/enamel', 'db'],
  ['an address of the own network', 'postgres://enamel:secret@192.168.1.7/enamel', '192.168.1.7'],
  ['an address that begins as a loopback', 'postgres://u@127.example.com/enamel', '127.example.com'],
  ['IPv6', 'postgres://u@[2001:db8::1]/enamel', '[2001:db8::1]'],
  ['a host in a parameter', 'postgres://u@localhost/enamel?host=db.example.com', 'db.example.com'],
  ['no TLS', 'postgres://u@db/enamel?sslmode=disable', 'db'],
  ['TLS only if there is some', 'postgres://u@db/enamel?sslmode=prefer', 'db'],
  ['TLS with anybody', 'postgres://u@db/enamel?sslmode=no-verify', 'db'],
  ['TLS with any host of a CA', 'postgres://u@db/enamel?sslmode=verify-ca&sslrootcert=ca.pem', 'db'],
  ['TLS', 'postgres://u@db/enamel?sslmode=require', 'db'],
  ['a mode that another one replaces', 'postgres://u@db/x?sslmode=verify-full&sslmode=disable', 'db'],
])('%s is not verified', (_what, url, host) => {
  expect(at(url)).toEqual([
    expect.stringMatching(
      `^DATABASE_URL leads to ${host.replace(/[[\]]/g, '\\$&')} without sslmode=verify-full`,
    ),
  ])
  expect(at(url).join()).not.toContain('secret')
})

it.each([
  ['verify-full', 'postgres://u@db.example.com/enamel?sslmode=verify-full'],
  ['verify-full with an own CA', 'postgres://u@db/enamel?sslrootcert=ca.pem&sslmode=verify-full'],
  ['localhost', 'postgres://u@localhost/enamel'],
  ['a loopback address', 'postgres://u@127.0.0.2:5433/enamel'],
  ['the loopback address of IPv6', 'postgres://u@[::1]/enamel'],
  ['a socket', 'postgres://u@%2Frun%2Fpostgresql/enamel'],
  ['a socket in a parameter', 'postgres:///enamel?host=/run/postgresql'],
])('%s needs no warning', (_what, url) => {
  expect(at(url)).toEqual([])
})

it('each setting is checked, and the environment may set the mode', () => {
  const databaseUrl = 'postgres://u@db/enamel?sslmode=verify-full'
  const databaseOwnerUrl = 'postgres://owner@db/enamel'
  const databaseReplicaUrl = 'postgres://u@standby/enamel'
  const all = { databaseUrl, databaseOwnerUrl, databaseReplicaUrl }
  expect(unverifiedDatabases(all, {})).toEqual([
    expect.stringMatching(/^DATABASE_OWNER_URL leads to db /),
    expect.stringMatching(/^DATABASE_REPLICA_URL leads to standby /),
  ])
  expect(unverifiedDatabases(all, { PGSSLMODE: 'verify-full' })).toEqual([])
  expect(
    unverifiedDatabases(
      { ...all, databaseOwnerUrl: undefined, databaseReplicaUrl: `${databaseReplicaUrl}?sslmode=require` },
      { PGSSLMODE: 'verify-full' },
    ),
  ).toHaveLength(1)
})

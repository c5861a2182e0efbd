import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type Started, startPrimary, startStandby } from '../../platform/db/embedded/standby.fixture.ts'
import { replicationOf } from '../../platform/db/replication.ts'
import { checkStandby, standbyFinding } from './standby.ts'

it.each([
  { state: 'ok', says: /follows its primary\.$/, change: {} },
  { state: 'ok', says: /may be cut off\.$/, change: { feedback: false } },
  { state: 'warning', says: /leads to a primary/, change: { isStandby: false, receives: false } },
  { state: 'warning', says: /receives nothing/, change: { receives: false } },
  { state: 'warning', says: /is 7 s behind/, change: { behindSeconds: 6.8 } },
])('doctor judges a standby with $change: $state', ({ state, says, change }) => {
  const found = standbyFinding({
    isStandby: true,
    receives: true,
    behindSeconds: 0,
    feedback: true,
    ...change,
  })
  expect(found).toMatchObject({ state, says: expect.stringMatching(says) })
})

it('doctor sees on real servers which standby follows, which lags, and that its primary is gone', {
  timeout: 240_000,
}, async () => {
  // A name of the cluster, which Debian gives to each, makes no standby of one.
  const primary = await startPrimary("cluster_name = '15/main'")
  const poolOf = ({ superuserUrl: connectionString }: Started) => {
    const pool = new pg.Pool({ connectionString })
    pool.on('error', () => {})
    onTestFinished(() => pool.end())
    return pool
  }
  const ofPrimary = poolOf(primary)
  expect(await replicationOf(ofPrimary)).toMatchObject({ isClustered: false, standbys: 0, lagSeconds: null })
  const standby = await startStandby(primary.cluster, 'wal_receiver_status_interval = 1s')
  const ofStandby = poolOf(standby)
  await expect.poll(() => checkStandby(standby.url)).toMatchObject([{ state: 'ok' }])
  expect(await checkStandby(primary.url)).toMatchObject([
    { says: 'DATABASE_REPLICA_URL leads to a primary.' },
  ])
  expect(await replicationOf(ofPrimary)).toMatchObject({ isClustered: true, standbys: 1, synchronous: 0 })

  await ofStandby.query('SELECT pg_wal_replay_pause()')
  await ofPrimary.query('UPDATE kept SET answer = 43')
  await expect.poll(async () => (await replicationOf(ofPrimary)).lagSeconds).toBeGreaterThan(1)

  await primary.stop()
  await expect
    .poll(() => checkStandby(standby.url))
    .toMatchObject([{ state: 'warning', says: expect.stringContaining('receives nothing') }])
  expect(await checkStandby(primary.url)).toMatchObject([
    { state: 'warning', says: expect.stringContaining('nothing listens there') },
  ])
})

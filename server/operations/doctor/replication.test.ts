import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { type Replication, replicationOf } from '../../platform/db/replication.ts'
import { archive, checkReplication, standbys } from './replication.ts'

const WELL: Replication = {
  isClustered: true,
  wantsSynchronous: true,
  standbys: 2,
  synchronous: 1,
  lagSeconds: 0,
  archiveSeconds: 60,
  isArchiveFailing: false,
}

it.each<{ what: string; change: Partial<Replication>; state: string; says: RegExp }>([
  { what: 'a whole cluster', change: {}, state: 'ok', says: /2 standbys follow, 1 of them synchronous/ },
  {
    what: 'no synchronous standby where commits wait for one',
    change: { standbys: 0, synchronous: 0 },
    state: 'wrong',
    says: /nobody can book/,
  },
  {
    what: 'no synchronous standby where they do not',
    change: { wantsSynchronous: false, synchronous: 0 },
    state: 'wrong',
    says: /acknowledged are lost/,
  },
  {
    what: 'none at all, seen by a user who sees little',
    change: { standbys: 0, synchronous: null, lagSeconds: null },
    state: 'wrong',
    says: /no synchronous standby/,
  },
  {
    what: 'standbys of which the user sees nothing',
    change: { synchronous: null, lagSeconds: null },
    state: 'warning',
    says: /may not be seen/,
  },
  { what: 'a slow one', change: { lagSeconds: 95 }, state: 'warning', says: /95 s behind/ },
])('doctor judges $what: $state', ({ change, state, says }) => {
  const [finding] = standbys({ ...WELL, ...change })
  expect(finding).toMatchObject({ state })
  expect(finding?.says).toMatch(says)
})

it.each<{ change: Partial<Replication>; state: string | undefined }>([
  { change: {}, state: 'ok' },
  { change: { archiveSeconds: 7_200 }, state: 'warning' },
  { change: { isArchiveFailing: true }, state: 'wrong' },
  { change: { archiveSeconds: null }, state: undefined },
])('doctor judges an archive with $change: $state', ({ change, state }) => {
  expect(archive({ ...WELL, ...change })[0]?.state).toBe(state)
})

it('a server without replica and archive is not judged', async () => {
  await using database = await testDatabase()
  expect(await replicationOf(database.pool)).toMatchObject({
    isClustered: false,
    standbys: 0,
    archiveSeconds: null,
  })
  expect(await checkReplication(database.pool)).toEqual([])
})

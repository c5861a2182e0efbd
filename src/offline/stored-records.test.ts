import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { SEALED_MS } from '../../contract/seal-limits.ts'
import { sealerFor } from '../../seal/format.ts'
import { PERSON } from '../../seal/store.ts'
import { RECORD_ID as ID, RECORD } from '../api/record.fixture.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A tab with a session, on whose device a record was stored some milliseconds ago. */
async function tab({ ago = 0, question = `GET /patients/${ID}` } = {}) {
  vi.resetModules()
  const { takeSessionKey } = await import('./session-key.ts')
  const pages = await import('../device/sealed-pages.ts')
  const { putAnswer } = await import('../../seal/store.ts')
  const { restoreRecords } = await import('./stored-records.ts')
  const { patientQueries } = await import('../api/patients.ts')
  const key = await takeSessionKey(null)
  if (!key) throw new Error('There is no key.')
  const seal = await sealerFor(key)
  const at = Date.now() - ago
  const person = await seal('{}', { question: PERSON, at })
  await pages.holdPagesKey({ id: key.id, publicKey: key.publicKey, owner: 'ada', rightsVersion: 1, person })
  await putAnswer(question, await seal(JSON.stringify(RECORD), { question, at }))
  const client = new QueryClient()
  const { queryKey } = patientQueries.record('ada', ID)
  return {
    pages,
    client,
    queryKey,
    async read() {
      await restoreRecords(client, 'ada')
      return client.getQueryData(queryKey)?.displayName
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

it('a record that was opened is restored with the key of the session, as old as it is', async () => {
  const { read, client, queryKey } = await tab({ ago: 60_000 })
  expect(await read()).toBe('Ngozi Eze')
  expect(Date.now() - Number(client.getQueryState(queryKey)?.dataUpdatedAt)).toBeGreaterThanOrEqual(60_000)
})

it('a newer one in memory stays', async () => {
  const { read, client, queryKey } = await tab()
  client.setQueryData(queryKey, { ...RECORD.data, displayName: 'Ngozi Okafor' } as never)
  expect(await read()).toBe('Ngozi Okafor')
})

it('one that is older than 72 hours is not restored', async () => {
  expect(await (await tab({ ago: SEALED_MS + 1000 })).read()).toBeUndefined()
})

it('one of another session is not', async () => {
  const { read } = await tab()
  sessionStorage.removeItem('pagesKey')
  expect(await read()).toBeUndefined()
})

it('stored records are deleted when rights become narrower', async () => {
  const { read, pages } = await tab()
  const { storedKey } = await import('../../seal/store.ts')
  const key = await storedKey()
  await pages.holdPagesKey({ ...key!, rightsVersion: 2 })
  expect(await read()).toBeUndefined()
})

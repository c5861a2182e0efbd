import { dehydrate, QueryClient } from '@tanstack/react-query'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { callOf } from '../../contract/seal.ts'
import { SEAL_SCHEMA, SEALED_MS } from '../../contract/seal-limits.ts'
import type { Opener } from '../../seal/format.ts'
import { dropAnswers, storedAnswers } from '../../seal/store.ts'
import { queriesOf } from '../api/queries-of.ts'
import { SEALED } from '../api/stored-query.ts'
import { clock, deviceTime } from '../clock.ts'

type Options = {
  staffId: string
  open: Opener
  /** Checked at the end: the session may have ended, and the memory been emptied, during decryption. */
  isWanted: () => boolean
  /** Selects answers by their queries. */
  only?: (question: string) => boolean
}

/**
 * Restores the sealed answers that the service worker stored as queries. What is too old, of another schema or, from a former
 * version, no answer is deleted; those that cannot be opened are left alone.
 */
export const sealedPersister = ({ staffId, open, isWanted, only = () => true }: Options): Persister => ({
  restoreClient: async () => {
    const now = clock.now().getTime()
    const found = await storedAnswers()
    const isGood = ({ question, sealed }: (typeof found)[number]) =>
      sealed.schema === SEAL_SCHEMA && now - sealed.at <= SEALED_MS && callOf(question).path.startsWith('/')
    await dropAnswers(found.filter((each) => !isGood(each)).map(({ question }) => question))
    const oldestFirst = found
      .filter((each) => isGood(each) && only(each.question))
      .sort((a, b) => a.sealed.at - b.sealed.at)
    const texts = await Promise.all(oldestFirst.map(({ sealed, question }) => open(sealed, question)))
    const client = newClient()
    if (isWanted()) {
      oldestFirst.forEach(({ question, sealed }, i) => {
        const text = texts[i]
        if (text == null) return
        const updatedAt = deviceTime(sealed.at)
        for (const { queryKey, data } of queriesOf(staffId, callOf(question), JSON.parse(text)))
          client.setQueryData(queryKey, data, { updatedAt })
      })
    }
    return asPersisted(client)
  },
  // The service worker stores answers, and the session deletes them (src/device/sealed-pages.ts).
  persistClient: () => {},
  removeClient: () => {},
})

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY, meta: SEALED } } })

async function asPersisted(client: QueryClient): Promise<PersistedClient> {
  // Even fresh ones: a reload finds out whether the server is reachable.
  await client.invalidateQueries({ refetchType: 'none' })
  return { timestamp: Date.now(), buster: '', clientState: dehydrate(client) }
}

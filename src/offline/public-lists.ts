import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { DehydratedState, Query, QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { DoctorsAnswer, ServicesAnswer } from '../../contract/catalog.ts'

/*
 * The clinic's public lists (services, doctors), kept on the device for when there is no connection. They are the same
 * for everyone and stand in local storage in the clear; nothing of a person is ever among them: only queries that
 * say so of themselves (`meta.keep`) and are one of these lists.
 */

export const PUBLIC_LISTS_KEY = 'publicLists'
const LIFE_MS = 30 * 24 * 60 * 60 * 1000

const LISTS: Record<string, v.GenericSchema> = {
  services: ServicesAnswer.entries.data,
  doctors: DoctorsAnswer.entries.data,
}

type StoredQuery = DehydratedState['queries'][number]

/**
 * Brings back the lists that were kept here, and keeps each list that comes from now on. What another build has kept,
 * or is older than 30 days, is not trusted.
 * @param storage undefined where the browser allows none: then nothing is kept
 */
export function storePublicLists(
  queryClient: QueryClient,
  storage: Storage | undefined = localStorageOrNone(),
) {
  const options = {
    queryClient,
    persister: createSyncStoragePersister({
      storage,
      key: PUBLIC_LISTS_KEY,
      deserialize: (text) => {
        const kept = JSON.parse(text)
        kept.clientState.queries = kept.clientState.queries.filter(isTrusted)
        return kept
      },
      serialize: ({ clientState, ...kept }) =>
        JSON.stringify({
          ...kept,
          clientState: { mutations: [], queries: clientState.queries.map(asAnswered) },
        }),
    }),
    maxAge: LIFE_MS,
    // A file's name changes with its content: each build knows what it has kept itself.
    buster: import.meta.url,
    // They wait in memory until they are asked for, however long somebody stays at the first step.
    hydrateOptions: { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } },
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, queryKey, state }: Query) =>
        meta?.keep === 'public' && String(queryKey[0]) in LISTS && state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  }
  // What can't be read is thrown away, and where that isn't allowed either the page works without.
  const restored = persistQueryClientRestore(options).catch(() => {})
  queryClient.getQueryCache().subscribe((event) => {
    // Not when one is removed: a sign-out empties the store, and takes nothing public from the device.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.keep !== 'public')
      return
    void restored.then(() => persistQueryClientSave(options))
  })
  return restored
}

/** By its own age: the whole is dated anew with every list that comes. */
function isTrusted({ queryKey, state }: StoredQuery): boolean {
  const schema = LISTS[String(queryKey[0])]
  const age = Date.now() - state.dataUpdatedAt
  return schema !== undefined && v.is(schema, state.data) && age >= 0 && age <= LIFE_MS
}

/** A list that could not be fetched again is still the last good one. */
const asAnswered = ({ state, ...query }: StoredQuery): StoredQuery => ({
  ...query,
  state: { ...state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null },
})

function localStorageOrNone(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

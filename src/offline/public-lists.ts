import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { DehydratedState, Query, QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { DoctorsAnswer, ServicesAnswer } from '../../contract/catalog.ts'

/*
 * The clinic's public lists (services, doctors), cached for when there is no connection. They are in local storage in the
 * clear and hold nothing personal: only queries with `meta.keep` that are one of these lists are cached.
 */

export const PUBLIC_LISTS_KEY = 'publicLists'
const LIFE_MS = 30 * 24 * 60 * 60 * 1000

const LISTS: Record<string, v.GenericSchema> = {
  services: ServicesAnswer.entries.data,
  doctors: DoctorsAnswer.entries.data,
}

type StoredQuery = DehydratedState['queries'][number]

/**
 * Restores the cached lists and caches each later one. Lists of another build or older than 30 days are dropped.
 * @param storage undefined where the browser refuses it: then nothing is cached
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
    // The file's name changes with its content, so each build trusts only its own cache.
    buster: import.meta.url,
    // They stay in memory until used, however long somebody stays at the first step.
    hydrateOptions: { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } },
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, queryKey, state }: Query) =>
        meta?.keep === 'public' && Object.hasOwn(LISTS, String(queryKey[0])) && state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  }
  // Unreadable data is deleted; where that fails, the page works without.
  const restored = persistQueryClientRestore(options).catch(() => {})
  queryClient.getQueryCache().subscribe((event) => {
    // Not on removal: a sign-out empties the store, but public lists stay on the device.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.keep !== 'public')
      return
    void restored.then(() => persistQueryClientSave(options))
  })
  return restored
}

/** Checks each list's own age, since a new list updates the date of the whole. */
function isTrusted({ queryKey, state }: StoredQuery): boolean {
  const name = String(queryKey[0])
  const schema = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined
  const age = Date.now() - state.dataUpdatedAt
  return schema !== undefined && v.is(schema, state.data) && age >= 0 && age <= LIFE_MS
}

/** A list whose refetch failed is still the last good one. */
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

import type { QueryKey } from '@tanstack/react-query'

/** Query key and cached data of an answer. */
export type Answered = { queryKey: QueryKey; data: unknown }

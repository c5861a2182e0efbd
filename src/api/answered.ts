import type { QueryKey } from '@tanstack/react-query'

/** What a query holds once its answer is there. */
export type Answered = { queryKey: QueryKey; data: unknown }

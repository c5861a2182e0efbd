/** Where all keys of queries about blockers begin; of its own, so that whoever knows it needs nothing else of them. */
export const BLOCKERS = ['blockers'] as const

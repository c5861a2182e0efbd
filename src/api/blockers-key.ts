/**
 * Beginning of the keys of all queries about blockers. A file of its own, so that importers need nothing else.
 */
export const BLOCKERS = ['blockers'] as const

/* Apart from contract/seal.ts, which brings the schemas of lists along: they are read before the app is there. */

/** Version to raise when stored answers can no longer be read by the resources of src/api. */
export const SEAL_SCHEMA = 1

/** Maximum age of a stored answer, in milliseconds, by the server's clock. */
export const SEALED_MS = 72 * 3_600_000
/** Room for stored answers, in bytes, and for one of them before it is sealed. */
export const SEALED_BYTES = 5_000_000
export const SEALED_ANSWER_BYTES = 512_000

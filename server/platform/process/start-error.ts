/**
 * Reason why Enamel could not start, for the operator. `main.ts` prints only the message and exits with code 1; any
 * other error is our fault and shows its stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

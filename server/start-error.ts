/**
 * Why Enamel could not start, said so that the person who runs it knows what to change. `main.ts` prints the
 * message alone and exits with code 1; everything else that is thrown is a fault of ours and keeps its stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

import { openSession } from '../session/open-session.ts'

/**
 * Finds out who is signed in, once per load of the page (session/open-session.ts). A reception tablet without a session
 * asks the server what it may keep; other browsers do not fetch the code for that.
 */
export const startSession = (): Promise<void> =>
  openSession(async () => (await import('./tablet/index.ts')).contactServer())

import { openSession } from '../session/open-session.ts'

/** Once per load of the page (session/open-session.ts). Only a reception tablet without a session loads the second part. */
export const startSession = (): Promise<void> =>
  openSession(async () => (await import('./tablet/index.ts')).contactServer())

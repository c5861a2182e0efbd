import { openSession } from '../session/open-session.ts'

/** Once per load of the page (session/open-session.ts). Only a reception tablet without a session loads tablet/index.ts. */
export const startSession = (): Promise<void> =>
  openSession(async () => (await import('./tablet/index.ts')).contactServer())

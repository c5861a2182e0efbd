import type { Browser } from '@playwright/test'
import { test as staffTest } from '../e2e/staff.ts'

type Session = { send: (method: string, params?: unknown) => Promise<unknown> }
type Inside = { _connection: { toImpl: (browser: Browser) => { _browserSession: Session } } }

/** A command that Playwright sends to every new page, and Firefox ESR does not know yet. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

/**
 * Makes Playwright leave out commands that Firefox does not know. It has no setting for that, so this reaches inside of
 * it; once Firefox ESR knows the command, this file can go.
 */
function leaveOutUnknown(browser: Browser): void {
  const session = (browser as unknown as Inside)._connection.toImpl(browser)._browserSession
  const sessions: Session = Object.getPrototypeOf(session)
  const { send } = sessions
  sessions.send = function (this: Session, method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params)
  }
}

export const test = staffTest.extend<object, { tamed: undefined }>({
  tamed: [
    async ({ browser }, use) => {
      leaveOutUnknown(browser)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

import type { Context } from 'hono'
import { browserName } from './browser-name.ts'
import { deviceTokens, keepDeviceToken } from './known-devices.ts'
import type { SignedIn } from './sessions.ts'
import type { BrowserFacts } from './sign-in.ts'
import { signedInData } from './staff-user.ts'

/** The browser of a call that signs in. */
export const askingOf = (c: Context): Required<BrowserFacts> => ({
  devices: deviceTokens(c),
  browser: browserName(c.req.header('user-agent')),
})

/** A session in the wire's form; its browser stores its identity, and no cache the answer. */
export function handOut(c: Context, signedIn: SignedIn, isHttps: boolean) {
  const { staff, device } = signedIn
  if (device) keepDeviceToken(c, { staffId: staff.id, token: device, isHttps })
  c.header('Cache-Control', 'no-store')
  return signedInData(signedIn)
}

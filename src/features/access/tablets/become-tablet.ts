import type { StaffUser } from '../../../../contract/auth.ts'
import { contactDevice, registerDevice, revokeDevice } from '../../../api/devices.ts'
import { ApiError } from '../../../http/api-error.ts'
import { requestKeys } from '../../../http/request-keys.ts'
import { forgetTablet } from '../../../offline/tablet/index.ts'
import { setOwnPin } from '../../../offline/tablet/own-pin.ts'
import { refreshUser } from '../../../session/in-session.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'

/** The browser would not be a tablet, and why; it is none, and what it had of one is deleted. */
export class NotSetUp extends Error {
  /** Whether the list shows it as active all the same, since the server could not be told. */
  readonly isListed: boolean

  constructor(isListed: boolean, cause: unknown) {
    super('This browser could not be made a reception tablet.', { cause })
    this.isListed = isListed
  }
}

const keys = requestKeys()

/**
 * Makes this browser a reception tablet: the server learns its name, the device makes its keys under the PIN. Where the
 * second part fails, the first is taken back.
 * @param by who is signed in, and has that PIN there
 * @param locations codes of those that it refreshes by itself; undefined: where the admin works
 * @throws ApiError when the server refuses; NotSetUp when the browser does
 */
export async function becomeTablet(
  name: string,
  pin: string,
  by: Pick<StaffUser, 'id' | 'displayName'>,
  locations?: readonly string[],
): Promise<void> {
  const device = await keys.send({ name, locations }, (key) => registerDevice(name, locations, key))
  try {
    await setOwnPin({ ...device, name }, by, pin)
  } catch (error) {
    const isTakenBack = await stopBeingTablet(device).then(
      () => true,
      () => false,
    )
    // Also when the server could not be told.
    if (!isTakenBack) await forgetTablet().catch(() => {})
    throw new NotSetUp(!isTakenBack, error)
  }
}

/**
 * Makes this browser an ordinary one again: the server revokes it, the device deletes what it keeps, and says so.
 * @throws ApiError when it could not be revoked; then it stays what it is
 */
export async function stopBeingTablet({ id, token }: { id: string; token: string }): Promise<void> {
  try {
    await revokeDevice(id)
  } catch (error) {
    // The server has forgotten it already.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await forgetTablet()
  // Otherwise the list would wait for ever for its next contact. Unsaid, it is none the less deleted.
  await contactDevice(token, { owner: null, lockedOut: false }).catch(() => {})
  // The session reaches as far as its person again.
  if (store.get(authUserAtom)?.boundTo) await refreshUser()
}

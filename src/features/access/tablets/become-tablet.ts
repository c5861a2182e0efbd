import type { StaffUser } from '../../../../contract/auth.ts'
import { contactDevice, registerDevice, revokeDevice } from '../../../api/devices.ts'
import { ApiError } from '../../../http/api-error.ts'
import { requestKeys } from '../../../http/request-keys.ts'
import { forgetTablet } from '../../../offline/tablet/index.ts'
import { setOwnPin } from '../../../offline/tablet/own-pin.ts'
import { refreshUser } from '../../../session/in-session.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'

/** Setting up failed in the browser. It is no tablet; its keys are deleted. */
export class NotSetUp extends Error {
  /** Whether the list still shows it as active, since the server could not be reached. */
  readonly isListed: boolean

  constructor(isListed: boolean, cause: unknown) {
    super('This browser could not be made a reception tablet.', { cause })
    this.isListed = isListed
  }
}

const keys = requestKeys()

/**
 * Makes this browser a reception tablet: registers its name with the server and creates its keys under the PIN. If the
 * keys fail, the tablet is revoked.
 * @param by the signed-in person, whose PIN it is
 * @param locations codes of those that the tablet refreshes by itself; undefined: the admin's location
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
    const isRevoked = await stopBeingTablet(device).then(
      () => true,
      () => false,
    )
    // The keys go even if the server can't be reached.
    if (!isRevoked) await forgetTablet().catch(() => {})
    throw new NotSetUp(!isRevoked, error)
  }
}

/**
 * Makes this browser an ordinary one again: revokes the tablet, deletes what the browser stores, and reports that.
 * @throws ApiError when it could not be revoked; then it stays a tablet
 */
export async function stopBeingTablet({ id, token }: { id: string; token: string }): Promise<void> {
  try {
    await revokeDevice(id)
  } catch (error) {
    // Already unknown to the server.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await forgetTablet()
  // Without this report the list would show 'to be deleted' for ever.
  await contactDevice(token, { owner: null, lockedOut: false }).catch(() => {})
  // The session reaches as far as its person again.
  if (store.get(authUserAtom)?.boundTo) await refreshUser()
}

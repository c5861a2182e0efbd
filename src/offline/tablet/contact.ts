import type { DeviceKeeps } from '../../../contract/devices.ts'
import { contactDevice } from '../../api/devices.ts'
import { clearPages, pagesOwner } from '../../device/sealed-pages.ts'
import { tabletMark } from '../../device/tablet/mark.ts'
import { forgetTablet } from '../../device/tablet/registration.ts'
import { readTablet } from '../../device/tablet/tablet-record.ts'
import { lock } from '../../device/tablet/unlocked.ts'
import { ApiError } from '../../http/api-error.ts'

/**
 * 'told': the server has said what this tablet may keep, and it has done so. 'unreachable': it has said nothing of the
 * kind, which changes nothing: no connection, a fault of the server and a proxy's page are no 'delete it'.
 */
export type Contact = 'told' | 'unreachable'

/** Asks the server what this tablet may keep, and deletes what it may not. A browser that is no tablet asks nothing. */
export async function contactServer(): Promise<Contact> {
  if (navigator.onLine === false) return 'unreachable'
  const record = tabletMark() === null ? null : await readTablet()
  if (!record) {
    if (tabletMark() !== null) await forgetTablet()
    return 'told'
  }
  const lockedOut = record.state === 'locked_out'
  // The app may have ended before it had deleted everything.
  if (lockedOut) await clearPages()
  const owner = await pagesOwner()
  const keeps = await asked(record.device.token, { owner, lockedOut })
  if (!keeps) return 'unreachable'
  // Set up anew meanwhile: then the answer is about a tablet that is no more.
  const now = await readTablet()
  if (now?.device.id !== record.device.id) return 'told'
  if (keeps === 'nothing' || lockedOut) {
    await forgetTablet()
    // Who has signed in since five wrong PINs is at the right place.
    if (!lockedOut) await endSession()
  } else if (keeps === 'registration' && (await pagesOwner()) === owner) {
    await clearPages()
    lock()
  }
  return 'told'
}

/**
 * Whoever is signed in on a tablet that was revoked is signed out with it: it may be in other hands, and as an ordinary
 * browser it would go on keeping what they see.
 */
async function endSession(): Promise<void> {
  const { signOut } = await import('../../session/sign-out.ts')
  signOut()
}

/** What the server says that may be kept; null: it was not reached, or it was not our server that answered. */
async function asked(...contact: Parameters<typeof contactDevice>): Promise<DeviceKeeps | null> {
  try {
    return await contactDevice(...contact)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A proxy's 401 has no code of ours.
    return error.status === 401 && error.code === 'unauthorized' ? 'nothing' : null
  }
}

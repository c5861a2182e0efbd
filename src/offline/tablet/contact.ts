import { contactDevice } from '../../api/devices.ts'
import { clearPages, pagesOwner, pagesRights } from '../../device/sealed-pages.ts'
import { tabletMark } from '../../device/tablet/mark.ts'
import { forgetTablet, keepPeople } from '../../device/tablet/registration.ts'
import { readTablet } from '../../device/tablet/tablet-record.ts'
import { lock } from '../../device/tablet/unlocked.ts'
import { ApiError } from '../../http/api-error.ts'

/**
 * 'told': this tablet did what the server allows. 'unreachable': nothing changes, as a lost connection, a server error and
 * a proxy's page are no order to delete.
 */
export type Contact = 'told' | 'unreachable'

/** Deletes what the server does not allow. A browser that is no tablet asks nothing. */
export async function contactServer(): Promise<Contact> {
  if (navigator.onLine === false) return 'unreachable'
  const record = tabletMark() === null ? null : await readTablet()
  if (!record) {
    if (tabletMark() !== null) await forgetTablet()
    return 'told'
  }
  const lockedOut = record.state === 'locked_out'
  // The app may have been closed before everything was deleted.
  if (lockedOut) await clearPages()
  const [owner, rightsVersion] = await Promise.all([pagesOwner(), pagesRights()])
  const answer = await contactOnce(record.device.token, { owner, rightsVersion, lockedOut })
  if (!answer) return 'unreachable'
  const { keep: keeps, people } = answer
  // Set up again meanwhile: the answer is about the former tablet.
  const now = await readTablet()
  if (now?.device.id !== record.device.id) return 'told'
  if (keeps === 'nothing' || lockedOut) {
    await forgetTablet()
    // A person who signed in by password after five wrong PINs may stay.
    if (!lockedOut) await endSession()
  } else if (keeps === 'registration' && (await pagesOwner()) === owner) {
    await clearPages()
    lock()
  }
  if (keeps !== 'nothing' && !lockedOut && people) await keepPeople(people)
  return 'told'
}

/** Signs out on a revoked tablet: it may be in other hands, and as an ordinary browser it would go on storing pages. */
async function endSession(): Promise<void> {
  const { signOut } = await import('../../session/sign-out.ts')
  signOut()
}

/** Answer of the server; null: unreachable, or not our server. */
async function contactOnce(
  ...contact: Parameters<typeof contactDevice>
): Promise<Awaited<ReturnType<typeof contactDevice>> | null> {
  try {
    return await contactDevice(...contact)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A proxy's 401 lacks our error code.
    return error.status === 401 && error.code === 'unauthorized' ? { keep: 'nothing' } : null
  }
}

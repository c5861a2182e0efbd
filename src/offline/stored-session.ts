import type { QueryClient } from '@tanstack/react-query'
import type { StaffUser } from '../../contract/auth.ts'
import { clearPages, pagesGeneration, putPages, readOwner } from '../device/pages-store.ts'
import type { Seal } from '../device/seal.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { tabletsPossible } from '../device/tablet/registration.ts'
import { tabletSeal } from '../device/tablet/tablet-seal.ts'
import { parseUser } from '../session/session-storage.ts'
import { pagesVersion, restorePages, writePages } from './keep-pages.ts'
import { tabSeal } from './tab-key.ts'

let stopWriting: (() => void) | undefined
/** Counts beginnings and ends: one that was overtaken while it waited for the store keeps nothing. */
let turn = 0

/**
 * Restores what this device keeps for the staff member who is signed in, and keeps from now on what they see. Another
 * person's pages are deleted first. Where pages cannot be kept (no HTTPS, no storage) it does nothing.
 */
export async function keepPagesFor(client: QueryClient, user: StaffUser): Promise<void> {
  stopKeeping()
  if (!tabletsPossible()) return
  const mine = turn
  try {
    const owner = await readOwner()
    if (mine !== turn) return
    if (owner && owner.id !== user.id) await clearPages()
    const seal = isTablet() ? await tabletSeal() : await tabSeal()
    const parts = { client, seal, version: pagesVersion() }
    await restorePages({ ...parts, isWanted: () => mine === turn })
    if (mine !== turn) return
    const of = pagesGeneration()
    const sealed = await seal.seal(JSON.stringify(user))
    if (mine !== turn) return
    await putPages(of, [], { id: user.id, sealed })
    const stop = await writePages(parts)
    if (mine === turn) stopWriting = stop
    else stop()
  } catch {
    // A browser that refuses its storage, or has lost it: the pages work, but not without a connection.
  }
}

/** From now on nothing is kept any more. What there is stays. */
export function stopKeeping(): void {
  turn++
  stopWriting?.()
  stopWriting = undefined
}

/**
 * Brings what a reception tablet keeps into memory, to be read without a session.
 * @param seal one that opens, after the PIN
 * @returns whose pages they are; null: there are none, or none that open
 */
export async function openKept(client: QueryClient, seal: Seal): Promise<StaffUser | null> {
  const owner = await readOwner()
  const user = owner && parseUser(await seal.open(owner.sealed))
  if (!user) return null
  return (await restorePages({ client, seal, version: pagesVersion() })) > 0 ? user : null
}

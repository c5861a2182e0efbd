import { type PublicHalf, publicHalf } from '../../../seal/format.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { readTablet } from '../../device/tablet/tablet-record.ts'
import { sessionKey } from '../session-key.ts'

/**
 * The keys that a request is sealed for: in an ordinary browser that of the session; on a reception tablet those of who
 * writes and of the others there who book, each of whom opens it by their PIN. None: nothing can be sealed here.
 */
export async function keysFor(staffId: string): Promise<PublicHalf[]> {
  if (!isTablet()) {
    const key = await sessionKey()
    return key ? [key] : []
  }
  const record = await readTablet()
  const people = record?.state === 'set_up' ? record.people : []
  const readers = people.filter(({ id, books }) => id === staffId || books === true)
  return Promise.all(readers.map(({ keys }) => publicHalf(keys.publicKey)))
}

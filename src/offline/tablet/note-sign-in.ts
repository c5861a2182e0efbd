import { hasRight } from '../../../domain/rights.ts'
import { noteDeviceSignIn } from '../../api/devices.ts'
import { changeTablet, readTablet } from '../../device/tablet/tablet-record.ts'
import { authUserAtom, tokenAtom } from '../../session/session-atoms.ts'
import { store } from '../../store.ts'

let noted: string | null = null

/**
 * Reports to the server, once for each session, that a person of this tablet is signed in on it: their PIN is then
 * valid for another week after a sign-in by password, and the session gets the tablet's reach.
 * @throws ApiError when the server is away; the next session reports it
 */
export async function noteSignIn(): Promise<void> {
  const [user, token] = [store.get(authUserAtom), store.get(tokenAtom)]
  const record = await readTablet()
  if (record?.state !== 'set_up' || !user || !token) return
  const person = record.people.find(({ id }) => id === user.id)
  if (!person) return
  const books = hasRight(user, 'book.write')
  if (person.books !== books) await noteThatTheyBook(user.id, books)
  if (noted === token) return
  await noteDeviceSignIn(record.device.token)
  noted = token
}

const noteThatTheyBook = (staffId: string, books: boolean) =>
  changeTablet((record) =>
    record.state === 'set_up'
      ? { ...record, people: record.people.map((each) => (each.id === staffId ? { ...each, books } : each)) }
      : null,
  )

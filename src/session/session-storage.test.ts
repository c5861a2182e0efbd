import { expect, it } from 'vitest'
import { parseUser } from './session-storage.ts'
import { signedInAs } from './signed-in.fixture.ts'

const { user: ada } = signedInAs('ada')

it('the stored staff member is read back', () => expect(parseUser(JSON.stringify(ada))).toEqual(ada))

it.each([
  ['nothing', null],
  ['an empty text', ''],
  ['no JSON', '{'],
  ["the text 'null'", 'null'],
  ['another type of staff', JSON.stringify({ ...ada, type: 'owner' })],
  ['a part of a staff member', JSON.stringify({ ...ada, id: undefined })],
])('a stored %s counts as nobody', (_, text) => expect(parseUser(text)).toBeNull())

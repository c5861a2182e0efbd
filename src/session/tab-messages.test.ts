import { expect, it } from 'vitest'
import { parseMessage } from '../device/tabs/channel.ts'
import { TabMessage } from './tab-messages.ts'

it.each([
  { type: 'ask', id: '1' },
  { type: 'ended', token: 'a' },
  { type: 'signed-out', token: 'a' },
  { type: 'signed-out', token: null },
])('a message between tabs is read: $type', (message) =>
  expect(parseMessage(TabMessage, message)).toEqual(message),
)

it.each([
  ['nothing', undefined],
  ['a text', 'signed-out'],
  ['an unknown word', { type: 'lock', id: '1' }],
  ['a session without its owner', { type: 'tell', id: '1', token: 'a' }],
  ['an end without a token', { type: 'ended' }],
])('a message between tabs is ignored: %s', (_, data) => expect(parseMessage(TabMessage, data)).toBeNull())

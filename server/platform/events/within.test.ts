import { expect, it } from 'vitest'
import type { LiveEvent } from '../../../contract/events.ts'
import { eventsWithin } from './within.ts'

const changed = (more: object = {}): LiveEvent => ({
  type: 'appointment',
  change: 'changed',
  id: 'a',
  location: 'fct',
  version: 2,
  ...more,
})
const columns = new Map([['a', 'fct-musa']])

it.each([
  ['the one whose column it is in', 'fct-musa', {}, 1],
  ['another one', 'fct-okafor', {}, 0],
  ['the one whose column it was moved from', 'fct-okafor', { left: 'fct-okafor' }, 1],
  ['the one who has it now, from whichever', 'fct-musa', { left: 'fct-okafor' }, 1],
  ['nobody at another location', 'fct-musa', { location: 'lag', left: 'fct-musa' }, 0],
])('a doctor is notified of a changed appointment: %s', (_, doctorId, more, heard) => {
  expect(eventsWithin({ locations: ['fct'], doctorId }, [changed(more)], columns)).toHaveLength(heard)
})

import { expect, it } from 'vitest'
import type { LiveEvent } from '../../contract/events.ts'
import { onLiveEvent, takeLiveEvent } from './live-events.ts'

const appointment = (id: string, version: number, change: 'booked' | 'changed' = 'booked') =>
  ({ type: 'appointment', change, id, location: 'fct', version }) as const
const blocker = { type: 'blocker', id: 'b1' } as const

function heard(...events: LiveEvent[]): LiveEvent[] {
  const told: LiveEvent[] = []
  const stop = onLiveEvent((event) => told.push(event))
  for (const event of events) takeLiveEvent(event)
  stop()
  takeLiveEvent(appointment('nobody listens', 1))
  return told
}

it('each version of an appointment is announced once', () => {
  const [booked, confirmed] = [appointment('a', 1), appointment('a', 2, 'changed')]
  expect(heard(booked, confirmed, booked, confirmed)).toEqual([booked, confirmed])
  expect(heard(booked)).toEqual([])
})

it('each change of a blocker is announced, as it has no version here', () =>
  expect(heard(blocker, blocker)).toEqual([blocker, blocker]))

it('only the latest versions are remembered', () => {
  const many = Array.from({ length: 501 }, (_, i) => appointment(`many ${i}`, 1))
  expect(heard(...many)).toHaveLength(501)
  const [first, last] = [many[0], many.at(-1)] as [LiveEvent, LiveEvent]
  expect(heard(last, first)).toEqual([first])
})

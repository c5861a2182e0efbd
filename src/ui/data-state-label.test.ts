import { describe, expect, it } from 'vitest'
import { dataStateOf } from './data-state-label.ts'

const at = (clock: string) => Date.parse(`2030-03-04T${clock}+01:00`)
const said = (freshness: 'live' | 'polled' | 'offline', fetched: number, now: number) =>
  dataStateOf({ freshness, updatedAt: fetched, now }, 'en', 'Africa/Lagos')

describe('the label of freshness', () => {
  it.each([
    ['live', '10:42:00', '10:42:30', { word: 'live', tone: 'good' }],
    ['live', '01:00:00', '10:42:30', { word: 'live', tone: 'good' }],
    ['polled', '10:42:00', '10:42:30', { word: 'updated', tone: 'plain', time: '10:42 AM' }],
    ['polled', '10:00:00', '10:30:00', { word: 'updated', tone: 'old' }],
    ['offline', '09:42:00', '10:11:59', { word: 'offline', tone: 'plain', time: '9:42 AM' }],
    ['offline', '09:42:00', '10:12:00', { word: 'offline', tone: 'old', time: '9:42 AM' }],
    ['offline', '09:42:00', '13:41:59', { word: 'offline', tone: 'old' }],
    ['offline', '09:42:00', '13:42:00', { word: 'offline', tone: 'stale' }],
    // The clock is looked at once a minute, so that an answer may have come after it.
    ['offline', '09:42:00', '09:41:00', { word: 'offline', tone: 'plain', time: '9:42 AM' }],
    ['offline', '09:42:00', '09:39:59', { word: 'offline', tone: 'stale', time: '9:42 AM' }],
    ['polled', '09:42:00', '08:42:00', { word: 'updated', tone: 'stale', time: '9:42 AM' }],
  ] as const)('%s, fetched at %s, seen at %s', (freshness, fetched, now, state) =>
    expect(said(freshness, at(fetched), at(now))).toMatchObject(state),
  )

  it('names the day, in clinic time, when that is another one', () => {
    expect(said('offline', at('23:30:00') - 86_400_000, at('00:10:00')).time).toBe('Sun 3 Mar, 11:30 PM')
    expect(said('offline', at('00:00:00'), at('00:10:00')).time).toBe('12:00 AM')
  })

  it.each([
    ['live', { word: 'live', tone: 'good', time: '' }],
    ['polled', { word: 'waiting', tone: 'plain', time: '' }],
    ['offline', { word: 'nothing', tone: 'plain', time: '' }],
  ] as const)('%s before anything is on the screen', (freshness, state) =>
    expect(said(freshness, 0, at('10:00:00'))).toEqual(state),
  )
})

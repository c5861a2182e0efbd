import { expect, it } from 'vitest'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { type Actions, actionsOf, isDeadLink, problemOf, stateOf } from './states.ts'

const AT = '2030-03-05T09:00:00+01:00'
const visit = {
  status: 'open',
  keepUntil: null,
  canChange: true,
  patientConfirmedAt: null,
  askedToCall: false,
} as const

it.each<[string, Partial<OwnVisit>, Actions, OwnVisit['status']]>([
  ['to come', {}, 'open', 'open'],
  ['confirmed by the clinic alone', { status: 'confirmed' }, 'open', 'confirmed'],
  ['whose patient comes', { patientConfirmedAt: AT }, 'coming', 'confirmed'],
  ['whose patient is to be called', { askedToCall: true }, 'asked', 'open'],
  ['with both', { askedToCall: true, patientConfirmedAt: AT }, 'coming-asked', 'confirmed'],
  ['too near', { canChange: false, patientConfirmedAt: AT }, 'late', 'confirmed'],
  ['just cancelled', { status: 'cancelled', canChange: false, keepUntil: AT }, 'kept', 'cancelled'],
  [
    'cancelled before',
    { status: 'cancelled', canChange: false, patientConfirmedAt: AT },
    'cancelled',
    'cancelled',
  ],
])('a visit %s', (_, more, actions, state) => {
  expect(actionsOf({ ...visit, ...more })).toBe(actions)
  expect(stateOf({ ...visit, ...more })).toBe(state)
})

it.each([
  ['no answer', 0, undefined, false, 'confirm', 'network'],
  ['a time that somebody else has', 409, 'slot_taken', true, 'claim', 'gone'],
  ['another visit at that time', 409, 'same_person_same_time', false, 'claim', 'same_person'],
  ['what is too late by now', 409, 'visit_state', true, 'confirm', 'changed'],
  ['too many presses', 429, 'too_many_requests', false, 'wait', 'changed'],
  ['a server that fails', 500, undefined, false, 'keep', 'server'],
] as const)('after %s', (_, status, code, isThere, to, problem) =>
  expect(problemOf({ status, code, visit: isThere ? ({} as OwnVisit) : null }, to)).toBe(problem),
)

it.each([
  ['no answer', 0, false],
  ['an unknown token', 401, true],
  ['an appointment that is gone', 404, true],
  ['too many calls', 429, false],
  ['a server that fails', 500, false],
])('after %s a link is dead or not', (_, status, isDead) => expect(isDeadLink(status)).toBe(isDead))

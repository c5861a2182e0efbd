import { describe, expect, it } from 'vitest'
import {
  isNarrower,
  mayManage,
  narrowest,
  type Reach,
  type Right,
  type RightsHolder,
  reachesAll,
  reachesVisit,
  reachOf,
  scopeOf,
  typesUnder,
} from './rights.ts'
import type { StaffType } from './staff.ts'

const holder = (
  type: StaffType,
  locations: string[] = ['fct'],
  doctorId: string | null = null,
): RightsHolder => ({
  type,
  locations,
  doctorId,
})

/** Written by hand from the design, so that a slip in the table is seen. */
const CELLS: [Right, StaffType, ReturnType<typeof scopeOf>][] = [
  ['book.read', 'admin', 'all'],
  ['book.read', 'manager', 'locations'],
  ['book.read', 'reception', 'locations'],
  ['book.read', 'doctor', 'column'],
  ['book.read', 'staff', null],
  ['book.write', 'admin', 'all'],
  ['book.write', 'reception', 'locations'],
  ['book.write', 'doctor', null],
  ['book.write', 'staff', null],
  ['visit.write', 'doctor', 'column'],
  ['book.override', 'reception', 'locations'],
  ['patients.join', 'manager', 'locations'],
  ['patients.join', 'reception', null],
  ['blockers.write', 'manager', 'locations'],
  ['blockers.write', 'reception', null],
  ['closures.write', 'reception', 'locations'],
  ['leave.write', 'doctor', 'column'],
  ['export', 'manager', 'locations'],
  ['export', 'reception', null],
  ['export', 'doctor', null],
  ['feeds', 'doctor', 'column'],
  ['devices', 'manager', 'locations'],
  ['devices', 'reception', null],
  ['staff.write', 'admin', 'all'],
  ['staff.write', 'manager', 'locations'],
  ['staff.write', 'reception', null],
  ['audit', 'admin', 'all'],
  ['audit', 'manager', null],
  ['patients.import', 'manager', null],
  ['account', 'staff', 'own'],
  ['account.logout', 'doctor', 'own'],
  ['account.logout', 'staff', null],
]

it.each(CELLS)('%s of %s reaches %s', (right, type, scope) => expect(scopeOf(type, right)).toBe(scope))

describe('how far a right reaches', () => {
  it.each([
    [holder('admin', ['lag']), { locations: null, doctorId: null }],
    [holder('manager', ['lag', 'fct']), { locations: ['lag', 'fct'], doctorId: null }],
    [holder('reception', []), { locations: [], doctorId: null }],
    [holder('doctor', ['fct'], 'fct-musa'), { locations: ['fct'], doctorId: 'fct-musa' }],
    [holder('doctor', ['fct']), { locations: [], doctorId: null }],
    [holder('staff'), null],
  ])('$0.type of $0.locations', (who, reach) => expect(reachOf(who, 'book.read')).toEqual(reach))

  it.each([
    ['fct', 'fct-musa', true],
    ['fct', 'fct-okafor', false],
    ['lag', 'fct-musa', false],
  ])('a doctor of fct reaches a visit at %s with %s: %s', (location, doctorId, is) => {
    const reach = { locations: ['fct'], doctorId: 'fct-musa' }
    expect(reachesVisit(reach, { location, doctorId })).toBe(is)
  })

  it.each<[Reach['locations'], string[] | null, boolean]>([
    [null, null, true],
    [null, ['lag'], true],
    [['lag'], null, false],
    [['lag', 'fct'], ['fct'], true],
    [['lag'], ['lag', 'fct'], false],
    [[], [], true],
  ])('%j covers %j: %s', (locations, wanted, is) => expect(reachesAll({ locations }, wanted)).toBe(is))

  it('two reaches have in common what both have', () => {
    const column = { locations: ['fct', 'lag'], doctorId: 'fct-musa' }
    expect(narrowest(column, { locations: ['fct'], doctorId: null })).toEqual({
      locations: ['fct'],
      doctorId: 'fct-musa',
    })
    expect(narrowest(column, { locations: null, doctorId: 'other' }).locations).toEqual([])
  })
})

it.each([
  [holder('admin'), holder('manager'), true],
  [holder('manager'), holder('admin'), false],
  [holder('reception', ['lag']), holder('reception', ['lag', 'fct']), false],
  [holder('reception', ['lag', 'fct']), holder('reception', ['lag']), true],
  [holder('reception', ['lag']), holder('reception', ['fct']), true],
  [holder('reception'), holder('doctor', ['fct'], 'fct-musa'), true],
  [holder('doctor', ['fct'], 'fct-musa'), holder('doctor', ['fct'], 'fct-okafor'), true],
  [holder('admin', ['lag']), holder('admin', []), false],
  [holder('staff'), holder('reception'), false],
])('from %j to %j is less: %s', (before, after, is) => expect(isNarrower(after, before)).toBe(is))

describe('whom one may manage', () => {
  it.each<[StaffType, readonly StaffType[]]>([
    ['admin', ['admin', 'manager', 'reception', 'doctor', 'staff']],
    ['manager', ['reception', 'doctor', 'staff']],
    ['reception', []],
    ['doctor', []],
    ['staff', []],
  ])('%s: %j', (type, types) => expect(typesUnder(type)).toEqual(types))

  const manager = holder('manager', ['fct', 'lag'])
  it.each([
    [holder('reception', ['fct']), true],
    [holder('reception', ['fct', 'phc']), false],
    [holder('staff', []), false],
    [holder('manager', ['fct']), false],
    [holder('admin', ['fct']), false],
  ])('a manager of fct and lag manages %j: %s', (account, is) => expect(mayManage(manager, account)).toBe(is))
})

import { describe, expect, it } from 'vitest'
import {
  isNarrower,
  mayManage,
  missingAccess,
  narrowest,
  type Reach,
  RIGHTS,
  type Right,
  type RightsHolder,
  reachesAll,
  reachesFeed,
  reachesVisit,
  reachOf,
  reachWithin,
  scopeOf,
  typesUnder,
} from './rights.ts'
import { STAFF_TYPES, type StaffType } from './staff.ts'

const holder = (
  type: StaffType,
  locations: string[] = ['fct'],
  doctorId: string | null = null,
): RightsHolder => ({
  type,
  locations,
  doctorId,
})

/**
 * Written by hand, a letter for each of admin, manager, reception, doctor, staff: [a]ll, own [l]ocations, own [c]olumn,
 * [o]neself, nothing. Complete, since a right granted by mistake is never missed by anyone.
 */
const ROWS: Record<Right, string> = {
  'book.read': 'allc-',
  'book.write': 'all--',
  'visit.write': 'allc-',
  'book.override': 'all--',
  'patients.read': 'allc-',
  'patients.write': 'all--',
  'patients.notes': 'allc-',
  'patients.join': 'al---',
  'blockers.write': 'al---',
  'closures.write': 'all--',
  'leave.write': 'al-c-',
  export: 'al---',
  overview: 'al---',
  feeds: 'al-c-',
  devices: 'al---',
  'staff.write': 'al---',
  audit: 'a----',
  flood: 'a----',
  webhooks: 'a----',
  apiKeys: 'a----',
  'patients.import': 'a----',
  'patients.erase': 'a----',
  account: 'ooooo',
  'account.logout': 'oooo-',
}

const letterOf = (scope: ReturnType<typeof scopeOf>) => scope?.[0] ?? '-'

it.each(RIGHTS)('%s reaches as far as the hand-written table says', (right) =>
  expect(STAFF_TYPES.map((type) => letterOf(scopeOf(type, right))).join('')).toBe(ROWS[right]),
)

describe('the reach of a right', () => {
  it.each([
    [holder('admin', ['lag']), { locations: null, doctorId: null }],
    [holder('manager', ['lag', 'fct']), { locations: ['lag', 'fct'], doctorId: null }],
    [holder('reception', []), { locations: [], doctorId: null }],
    [holder('doctor', ['fct'], 'fct-musa'), { locations: ['fct'], doctorId: 'fct-musa' }],
    [holder('doctor', ['fct']), { locations: [], doctorId: null }],
    [holder('staff'), null],
  ])('of $0.type covers $0.locations', (who, reach) => expect(reachOf(who, 'book.read')).toEqual(reach))

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

  it.each<[Reach, string[] | null, string | null, boolean]>([
    [{ locations: null, doctorId: null }, null, 'fct-musa', true],
    [{ locations: ['fct'], doctorId: null }, ['fct'], null, true],
    [{ locations: ['fct'], doctorId: null }, ['fct', 'lag'], 'fct-musa', false],
    [{ locations: ['fct'], doctorId: null }, null, 'fct-musa', false],
    [{ locations: ['fct'], doctorId: 'fct-musa' }, ['fct'], 'fct-musa', true],
    [{ locations: ['fct'], doctorId: 'fct-musa' }, ['fct'], 'fct-okafor', false],
    [{ locations: ['fct'], doctorId: 'fct-musa' }, ['fct'], null, false],
  ])('%j covers a feed of %j and %j: %s', (reach, locations, doctorId, is) =>
    expect(reachesFeed(reach, { locations, doctorId })).toBe(is),
  )

  it.each<[RightsHolder, Right, string[] | null, ReturnType<typeof missingAccess>]>([
    [holder('doctor', ['fct']), 'book.read', null, 'doctor'],
    [holder('doctor', [], 'fct-musa'), 'book.read', null, 'location'],
    [holder('doctor', ['fct'], 'fct-musa'), 'book.read', null, null],
    [holder('doctor', ['fct'], 'fct-musa'), 'book.read', ['lag'], 'tablet'],
    [holder('doctor', ['fct'], 'fct-musa'), 'book.read', ['fct'], null],
    [holder('doctor', ['fct']), 'account', null, null],
    [holder('reception', []), 'patients.read', null, 'location'],
    [holder('reception', ['fct']), 'patients.read', null, null],
    [holder('reception', ['fct']), 'patients.read', ['lag'], 'tablet'],
    [holder('admin', []), 'book.read', null, null],
    [holder('admin', []), 'audit', ['fct'], null],
    [holder('staff', []), 'book.read', null, null],
  ])('%j with %s within %j lacks: %s', (who, right, within, missing) =>
    expect(missingAccess(who, right, within)).toBe(missing),
  )

  it('is shared by two reaches where both have it', () => {
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

describe('the staff types under a type', () => {
  it.each<[StaffType, readonly StaffType[]]>([
    ['admin', ['admin', 'manager', 'reception', 'doctor', 'staff']],
    ['manager', ['reception', 'doctor', 'staff']],
    ['reception', []],
    ['doctor', []],
    ['staff', []],
  ])('of %s are %j', (type, types) => expect(typesUnder(type)).toEqual(types))

  const manager = holder('manager', ['fct', 'lag'])
  it.each([
    [holder('reception', ['fct']), true],
    [holder('reception', ['fct', 'phc']), false],
    [holder('staff', []), false],
    [holder('manager', ['fct']), false],
    [holder('admin', ['fct']), false],
  ])('a manager of fct and lag manages %j: %s', (account, is) => expect(mayManage(manager, account)).toBe(is))
})

describe('a right at a tablet of Abuja', () => {
  const holder = (type: StaffType) => ({
    type,
    locations: ['fct', 'lag'],
    doctorId: type === 'doctor' ? 'fct-musa' : null,
  })
  it.each<[StaffType, Right, ReturnType<typeof reachWithin>]>([
    ['admin', 'book.write', { locations: ['fct'], doctorId: null }],
    ['reception', 'book.write', { locations: ['fct'], doctorId: null }],
    ['doctor', 'book.read', { locations: ['fct'], doctorId: 'fct-musa' }],
    ['doctor', 'book.write', null],
    ['manager', 'staff.write', { locations: ['fct'], doctorId: null }],
    ['admin', 'staff.write', null],
    ['admin', 'audit', null],
    ['admin', 'patients.import', null],
    ['staff', 'account', { locations: [], doctorId: null }],
  ])('%s, %s', (type, right, reach) => {
    expect(reachWithin(holder(type), right, ['fct'])).toEqual(reach)
    expect(reachWithin(holder(type), right, null)).toEqual(reachOf(holder(type), right))
  })
})

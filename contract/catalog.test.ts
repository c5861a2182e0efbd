import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Doctor } from './catalog.ts'

it.each([
  [{ department: 'Orthodontics' }, 'Orthodontics'],
  [{ department_id: 'Orthodontics' }, 'Orthodontics'],
  [{ department: 'Orthodontics', department_id: '7' }, 'Orthodontics'],
  [{}, ''],
])("a doctor's %j is the department %j", (said, department) =>
  expect(v.parse(Doctor, { id: 'd', name: 'Dr. Musa', ...said })).toEqual({
    id: 'd',
    name: 'Dr. Musa',
    department,
  }),
)

import { expect, it } from 'vitest'
import { askedService } from './use-asked-service.ts'

const usual = { id: 'other', name: 'Other', tariff: null, minutes: 30, doctors: null }
const long = { ...usual, id: 'implant', minutes: 90 }
const special = { ...usual, id: 'braces', doctors: ['fct-danjuma'] }
const services = [usual, long, special]

it.each([
  { name: 'nothing chosen', id: '', list: services, is: '' },
  { name: 'the usual length, any doctor', id: 'other', list: services, is: '' },
  { name: 'another length', id: 'implant', list: services, is: 'implant' },
  { name: 'doctors of its own', id: 'braces', list: services, is: 'braces' },
  { name: 'one that is no longer listed', id: 'gone', list: services, is: 'gone' },
  { name: 'a list that is not there yet', id: 'other', list: undefined, is: 'other' },
])('$name is asked for as "$is"', ({ id, list, is }) => expect(askedService(id, list)).toBe(is))

import { expect, it } from 'vitest'
import { optionOf, serviceChange, serviceOptions } from './service-options.ts'

const services = [{ id: 'implant', name: 'Dental Implant', tariff: 900, minutes: 60, doctors: null }]
const none = { serviceId: '', serviceText: '', tariff: null }

it('the selector offers the services of the clinic, by id and with their tariff', () => {
  const options = serviceOptions(services, ['Other'], none)
  expect(serviceChange('implant', options)).toEqual({
    serviceId: 'implant',
    serviceText: 'Dental Implant',
    tariff: 900,
  })
})

it('the selector offers the fallback categories by name when the list cannot be fetched', () => {
  const options = serviceOptions(null, ['Tooth Pain', 'Other'], none)
  expect(options.map(({ name }) => name)).toEqual(['Tooth Pain', 'Other'])
  const change = serviceChange(options[0]?.value ?? '', options)
  expect(change).toEqual({ serviceId: '', serviceText: 'Tooth Pain', tariff: null })
  expect(optionOf(change)).toBe(options[0]?.value)
})

it('a choice stays when the list comes after all', () => {
  const chosen = { serviceId: '', serviceText: 'Tooth Pain', tariff: null }
  expect(serviceOptions(services, [], chosen).map(({ name }) => name)).toEqual([
    'Dental Implant',
    'Tooth Pain',
  ])
})

it('a choice can be cleared', () => {
  expect(serviceChange('', serviceOptions(services, [], none))).toEqual(none)
})

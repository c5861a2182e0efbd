import type { Service } from '../../../../contract/catalog.ts'
import type { BookingForm } from '../state/booking-form.ts'

/** One line of the service list. */
export type ServiceOption = { value: string; name: string; id: string; tariff: number | null }

type Chosen = Pick<BookingForm, 'serviceId' | 'serviceText' | 'tariff'>

const category = (name: string): ServiceOption => ({ value: `category:${name}`, name, id: '', tariff: null })

/** The value of the select for what is chosen; a fallback category has a name but no id. */
export function optionOf({ serviceId, serviceText }: Chosen): string {
  return serviceId || (serviceText && category(serviceText).value)
}

/**
 * Options: the clinic's services, or the fallback categories when the list could not be fetched (null). An earlier
 * choice stays among them, so that a select never shows another choice than the one that would be booked.
 */
export function serviceOptions(
  services: readonly Service[] | null,
  categories: readonly string[],
  chosen: Chosen,
): ServiceOption[] {
  const options: ServiceOption[] =
    services?.map(({ id, name, tariff }) => ({ value: id, name, id, tariff })) ?? categories.map(category)
  const value = optionOf(chosen)
  if (value === '' || options.some((option) => option.value === value)) return options
  return [...options, { value, name: chosen.serviceText, id: chosen.serviceId, tariff: chosen.tariff }]
}

/** The change of the form that an option means. */
export function serviceChange(value: string, options: readonly ServiceOption[]): Chosen {
  const option = options.find((candidate) => candidate.value === value)
  return { serviceId: option?.id ?? '', serviceText: option?.name ?? '', tariff: option?.tariff ?? null }
}

/** Address that dials a number, without the characters between its digits. */
export const telAddress = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A link to where an address is, in the device's own map or a page of it. No more than the clinic's address goes there. */
export const mapAddress = (address: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

/** All links are made with these functions. */
export const paths = {
  home: () => '/',
  book: () => '/book-appointment',
  login: () => '/login',
  /** The return from another provider; a page of ours, not the provider's callback. */
  loginReturn: () => '/login/return',
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  register: () => '/register',
  unlock: () => '/unlock',
  privacy: () => '/privacy',
  dashboard: () => '/dashboard',
  /** The details of a visit, over its day or the list. @param at where it is, its day as 'YYYY-MM-DD' in clinic time */
  appointment: (id: string, at?: { day: string; location: string }) =>
    `/dashboard?${new URLSearchParams({ ...(at && { view: 'day', ...at }), appointment: id })}`,
  /** Today's. */
  daySheet: () => '/dashboard?view=day',
  /** @param day 'YYYY-MM-DD' in clinic time @param location a code, or 'all' */
  bookDay: (day: string, location = 'all') =>
    `/dashboard?${new URLSearchParams({ view: 'day', day, location })}`,
  overview: () => '/overview',
  config: () => '/config',
  profile: () => '/profile',
  staff: () => '/staff',
  patients: () => '/patients',
  patient: (id: string) => `/patients?patient=${encodeURIComponent(id)}`,
  patientsImport: () => '/patients?view=import',
  devices: () => '/devices',
  audit: () => '/audit',
  recentBookings: () => '/recent-bookings',
  feeds: () => '/feeds',
  webhooks: () => '/webhooks',
  apiKeys: () => '/api-keys',
} as const

/**
 * The app's pages, and which part of it each belongs to: booking, the public account screens, or the pages of staff. A visit's
 * own page (visit.html) is none of them.
 */
const AREAS = {
  book: 'booking',
  login: 'account',
  loginReturn: 'account',
  logout: 'account',
  forgotPassword: 'account',
  resetPassword: 'account',
  register: 'account',
  unlock: 'account',
  privacy: 'account',
  dashboard: 'staff',
  overview: 'staff',
  config: 'staff',
  profile: 'staff',
  staff: 'staff',
  patients: 'staff',
  devices: 'staff',
  audit: 'staff',
  recentBookings: 'staff',
  feeds: 'staff',
  webhooks: 'staff',
  apiKeys: 'staff',
} as const satisfies Partial<Record<keyof typeof paths, string>>

export type PageName = keyof typeof AREAS
type PageOf<A extends string> = { [N in PageName]: (typeof AREAS)[N] extends A ? N : never }[PageName]
export type AccountPageName = PageOf<'account'>
export type StaffPageName = PageOf<'staff'>

/** A page as it was found by its address, which is the one that links have. */
export type Place = { address: string } & (
  | { area: 'booking'; name: 'book' }
  | { area: 'account'; name: AccountPageName }
  | { area: 'staff'; name: StaffPageName }
)

const PLACES = new Map(
  (Object.keys(AREAS) as PageName[]).map((name) => {
    const address = paths[name]()
    return [address, { address, area: AREAS[name], name } as Place]
  }),
)

/** The addresses of the staff pages. */
export const staffPaths: readonly string[] = [...PLACES.values()].flatMap(({ area, address }) =>
  area === 'staff' ? [address] : [],
)

/**
 * The page at a path as someone typed it: capitals and slashes at its end don't count. Everything that depends on the
 * page asks here, so that no two parts of the app can see different pages.
 * @returns undefined for home and for every path that is none of ours; both lead to booking (specification, section 2)
 */
export function placeAt(pathname: string): Place | undefined {
  return PLACES.get(decoded(pathname).replace(/\/+$/, '').toLowerCase())
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    // '%' and no number: no address of ours.
    return pathname
  }
}

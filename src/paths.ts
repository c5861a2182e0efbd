/** The addresses of the page, in one place; links are made with these functions only. */
export const paths = {
  home: () => '/',
  book: () => '/book-appointment',
  login: () => '/login',
  /** Where a sign-in with another provider comes back to; a page of ours, not the provider's callback. */
  loginReturn: () => '/login/return',
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
  register: () => '/register',
  /** Where a reception tablet asks for its PIN. */
  unlock: () => '/unlock',
  dashboard: () => '/dashboard',
  /** The dashboard with the details of one appointment open (features/appointments/dashboard-address.ts). */
  appointment: (id: string) => `/dashboard?appointment=${encodeURIComponent(id)}`,
  /** The dashboard with the sheet of one day, today's. */
  daySheet: () => '/dashboard?view=day',
  config: () => '/config',
  profile: () => '/profile',
  staff: () => '/staff',
  patients: () => '/patients',
  devices: () => '/devices',
} as const

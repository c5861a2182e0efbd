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
  dashboard: () => '/dashboard',
  appointment: (id: string) => `/dashboard?appointment=${encodeURIComponent(id)}`,
  /** Today's. */
  daySheet: () => '/dashboard?view=day',
  config: () => '/config',
  profile: () => '/profile',
  staff: () => '/staff',
  patients: () => '/patients',
  devices: () => '/devices',
} as const

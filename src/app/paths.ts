/** The addresses of the page, in one place; links are made with these functions only. */
export const paths = {
  home: () => '/',
  book: () => '/book-appointment',
} as const

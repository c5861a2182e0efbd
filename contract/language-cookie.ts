/**
 * The cookie by which the server chooses among the booking page's languages, with the code of the one that is chosen in a
 * browser. It goes to that page alone, and says nothing else.
 */
export const LANGUAGE_COOKIE = 'language'

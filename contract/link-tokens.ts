/* Without a schema library: the page of a visit reads these before the app is there. */

/** What stands before the token of a visit's own link in the bearer: `Authorization: Bearer visit:<token>`. */
export const VISIT_BEARER = 'visit:'

/** What stands before the token of an offer's own link, where a visit's has nothing. */
export const OFFER_TOKEN = 'o.'
/** What stands before it in the bearer: `Authorization: Bearer offer:<token>`, without `OFFER_TOKEN`. */
export const OFFER_BEARER = 'offer:'

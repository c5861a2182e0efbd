/* Without a schema library: the page of an appointment reads these before the app is ready. */

/** Prefix of the token of an appointment link in the bearer: `Authorization: Bearer visit:<token>`. */
export const VISIT_BEARER = 'visit:'

/** Prefix of the token of an offer link; the token of an appointment link has none. */
export const OFFER_TOKEN = 'o.'
/** Its prefix in the bearer: `Authorization: Bearer offer:<token>`, without `OFFER_TOKEN`. */
export const OFFER_BEARER = 'offer:'

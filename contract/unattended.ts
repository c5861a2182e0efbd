/**
 * Header of calls that the page makes by itself, after an event or by the clock. They do not prolong the
 * session (docs/decisions/007).
 */
export const UNATTENDED_HEADER = 'x-unattended'

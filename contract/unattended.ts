/**
 * What a page asks by itself, after an event or by the clock, carries this header: that is no use of the session and
 * does not prolong it (docs/decisions/007).
 */
export const UNATTENDED_HEADER = 'x-unattended'

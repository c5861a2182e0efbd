/** Message of the service worker to open pages when GET /clinic has another answer than the stored one. */
export const CLINIC_CHANGED = 'CLINIC_CHANGED'

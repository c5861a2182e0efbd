/** 'admin' sees and changes appointments and blockers; 'staff' signs in and books (specification, section 6). */
export const STAFF_TYPES = ['admin', 'staff'] as const
export type StaffType = (typeof STAFF_TYPES)[number]

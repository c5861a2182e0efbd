/** The version of rights that an account begins with, and that what was stored before there were versions has. */
export const FIRST_RIGHTS = 1

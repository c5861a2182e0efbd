/** The id of the notice that takes the focus after a lost race. */
export const TAKEN_ID = 'booking-taken'

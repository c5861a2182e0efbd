/** Places in the calendar are custom properties, set through the CSSOM: minutes of the day, times `--minute`. */
export const at = (minutes: string) => `calc((${minutes} - var(--start)) * var(--minute))`
export const tall = (from: string, to: string) => `calc((${to} - ${from}) * var(--minute))`

/** Small type is for axis, states and key hints, never for a name. */
export const SMALL = '0.75rem'

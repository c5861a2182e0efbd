import useMediaQuery from '@mui/material/useMediaQuery'

/**
 * Whether the device is used by touch: then a half-hour is higher, and controls shown on hover are always visible.
 */
export const useTouch = () => useMediaQuery('(pointer: coarse)', { noSsr: true })

/** Heights of a half-hour, in pixels. */
export const HALF_HOUR_PX = { desk: 32, touch: 44, week: 31 } as const

/** A narrower window is a phone's, where a day is a list. */
export const useIsWide = () => useMediaQuery('(min-width: 700px)', { noSsr: true })

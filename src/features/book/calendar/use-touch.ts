import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether fingers press here: then a half-hour is higher, and what a mouse hovers over stands there at all times. */
export const useTouch = () => useMediaQuery('(pointer: coarse)', { noSsr: true })

/** Heights of a half-hour, in pixels. */
export const HALF_HOUR_PX = { desk: 32, touch: 44, week: 31 } as const

/** A narrower window is a phone's, where a day is a list. */
export const useIsWide = () => useMediaQuery('(min-width: 700px)', { noSsr: true })

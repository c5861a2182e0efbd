import { styled } from '@mui/material/styles'

/** The locations of a day or a week, one below the other. */
export const Places = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  // It reaches down to the window's edge, over the margin of other pages: a focus would scroll them.
  '@media (min-width: 700px)': { marginBottom: -32 },
})
export const Place = styled('section')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 })

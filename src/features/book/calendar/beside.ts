import { styled } from '@mui/material/styles'

/**
 * The day with something docked beside it: the day becomes narrower, where there is room for that; on a tablet its right
 * column is covered.
 */
export const Beside = styled('div')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 12 },
  // It reaches down to the window's edge, over the margin of other pages.
  '& > aside': { marginBottom: -32 },
  '@media (min-width: 1200px)': { '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr) 388px' } },
  // Names before words.
  '@media (min-width: 1200px) and (max-width: 1439.95px)': {
    '&:has(> aside) .block .state:has(.brief)': {
      '& > .said': { display: 'none' },
      '& > .brief': { display: 'inline' },
    },
    // A line has no room for a name and two more.
    '&:has(> aside) .block[data-lines="1"]': {
      '&:not(:hover, :focus-within) .step': { display: 'none' },
      '&:is(:hover, :focus-within):has(.step) .state': { display: 'none' },
    },
  },
  '@media (max-width: 1199.95px)': {
    '& > aside': {
      position: 'absolute',
      insetBlockStart: 0,
      insetInlineEnd: 0,
      zIndex: 8,
      width: 'min(344px, 100%)',
      boxShadow: 'var(--mui-shadows-8)',
    },
    // What can be pressed above the columns is not covered.
    '&:has(> aside) .tray': { marginInlineEnd: 356 },
  },
})

import type { Theme } from '@mui/material/styles'
import { TARGET_PX } from '../../theme/theme-components.ts'

/** Height of a line, in pixels. */
const LINE_PX = 20

/** How the cells (cells.tsx) look, by class, in a table and on cards: rules of what surrounds them. */
export const cellStyles = ({ vars: { palette } }: Theme) =>
  ({
    '& .stack': { display: 'grid', justifyItems: 'start', gap: 2 },
    '& .lines': {
      fontSize: '0.875rem',
      lineHeight: `${LINE_PX}px`,
      // Names and addresses without a space break anywhere, rather than widen the page.
      overflowWrap: 'anywhere',
    },
    '& .lines > *': { display: 'block' },
    '& .lines > strong': { fontWeight: 600, color: palette.text.primary },
    '& .lines > .soft': { color: palette.text.secondary },
    // A long text must not push the next patient off the screen; the details have the whole of it.
    '& .lines > .clamped': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      maxWidth: 480,
    },
    '& tr .lines > .soft.clamped': { WebkitLineClamp: 1 },
    '& .links > a': {
      // 24 px, the least that WCAG 2.2 allows for two links under each other.
      padding: '2px 0',
      color: 'inherit',
      textDecoration: 'none',
    },
    '& .links > a:is(:hover, :focus-visible)': { textDecoration: 'underline', color: palette.primary.main },
    // The row stays as high as two lines make it.
    '& td > .links': { margin: '-4px 0' },
    // On a phone they are for thumbs. In the rows of a tablet they would take the room of two; the row's menu has them too.
    '@media (pointer: coarse)': {
      '& .links > a': { padding: `${(TARGET_PX - LINE_PX) / 2}px 0` },
      '& td > .links > a': { padding: '5px 0' },
      '& td > .links': { margin: 0 },
    },
    '& .moment': { fontSize: '0.875rem', lineHeight: 1.4 },
    '& .moment > *': { whiteSpace: 'nowrap' },
    '& .moment > strong': { fontWeight: 600 },
    '& td > .moment > *': { display: 'block' },
    '& .reference': {
      fontSize: '0.8125rem',
      lineHeight: 1.4,
      letterSpacing: '0.04em',
      whiteSpace: 'nowrap',
      color: palette.text.secondary,
    },
  }) as const

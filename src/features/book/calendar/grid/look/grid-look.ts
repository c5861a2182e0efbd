import type { CSSObject, Theme } from '@mui/material/styles'
import { at, SMALL, tall } from './measures.ts'

type Palette = Theme['vars']['palette']

/** Axis, columns, and the time behind the appointments. */
export const gridLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .frame': {
    position: 'relative',
    overflow: 'auto',
    // Focus by key brings a block out from under heads and axis.
    scrollPadding: '72px 12px 24px 84px',
    border: `1px solid ${palette.divider}`,
    borderRadius: 10,
    backgroundColor: palette.background.paper,
    overscrollBehavior: 'contain',
  },
  '& .heads, & .body': {
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    minWidth: 'min-content',
  },
  '& .heads': {
    position: 'sticky',
    top: 0,
    zIndex: 6,
    backgroundColor: palette.background.paper,
    '& > *': { borderBottom: `1px solid ${palette.divider}` },
  },
  '& .corner': { position: 'sticky', left: 0, zIndex: 1, backgroundColor: palette.background.paper },
  '& .heads > * + *, & .columns': { borderInlineStart: `1px solid ${palette.divider}` },
  '& .body': {
    position: 'relative',
    '& > .axis, & > .columns, & > .wide': { gridRow: 1 },
    height: 'calc((var(--end) - var(--start)) * var(--minute))',
  },
  '& .axis': {
    position: 'sticky',
    left: 0,
    zIndex: 5,
    gridColumn: 1,
    backgroundColor: palette.background.paper,
    fontSize: SMALL,
    lineHeight: '16px',
    color: palette.text.secondary,
    whiteSpace: 'nowrap',
    '& > span': { position: 'absolute', right: 8, top: at('var(--from)'), transform: 'translateY(-50%)' },
    '& > .present': {
      right: 2,
      padding: '1px 4px',
      borderRadius: 9,
      fontWeight: 600,
      color: 'var(--calendar-on-now)',
      backgroundColor: 'var(--calendar-now)',
    },
  },
  '& .columns': {
    position: 'relative',
    minWidth: 0,
    // A line at each half-hour, whatever minute the grid begins at.
    backgroundImage: `linear-gradient(${palette.divider} 0 1px, transparent 1px)`,
    backgroundSize: '100% calc(30 * var(--minute))',
    backgroundPositionY: 'calc((0 - var(--start)) * var(--minute))',
  },
  '& ol': { listStyle: 'none', margin: 0, padding: 0, position: 'absolute', inset: 0 },
  ...closedLook(palette),
  ...nowLook,
})

/** Closed, past and blocked time. */
const closedLook = (palette: Palette): CSSObject => ({
  '& .shut, & .past, & .blocked': {
    position: 'absolute',
    insetInline: 0,
    top: at('var(--from)'),
    height: tall('var(--from)', 'var(--to)'),
  },
  '& .shut': { backgroundColor: 'var(--calendar-shut)' },
  '& .shut > span': {
    position: 'absolute',
    zIndex: 1,
    left: 12,
    bottom: 2,
    fontSize: SMALL,
    lineHeight: '20px',
    whiteSpace: 'nowrap',
    color: palette.text.secondary,
  },
  '& .shut[data-last=true] > span': { bottom: 'auto', top: 4 },
  '& .past': { backgroundColor: 'var(--calendar-shut)', opacity: 0.55 },
  '& .blocked': {
    backgroundColor: 'var(--calendar-blocked)',
    backgroundImage: 'repeating-linear-gradient(135deg, var(--calendar-hatch) 0 2px, transparent 2px 8px)',
    borderBlock: `1px solid ${palette.divider}`,
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    overflow: 'clip',
  },
  '& .wide': { position: 'relative', pointerEvents: 'none' },
  '& .card': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    maxWidth: 'calc(100% - 12px)',
    boxSizing: 'border-box',
    padding: '1px 8px',
    borderRadius: 6,
    border: `1px solid ${palette.divider}`,
    backgroundColor: palette.background.paper,
    fontSize: '0.875rem',
    lineHeight: '22px',
    color: palette.text.secondary,
    '& > svg': { flex: 'none' },
    '& > strong': { fontWeight: 600, color: palette.text.primary },
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  },
  // What is blocked for all lies over its middle.
  '& .blocked[data-crossed]': {
    alignItems: 'start',
    paddingTop: 'calc((var(--to) - var(--from)) * var(--minute) * 0.15)',
  },
  '& .lanes .card': {
    padding: '0 3px',
    maxWidth: '100%',
    fontSize: SMALL,
    lineHeight: '16px',
    textAlign: 'center',
    '& > strong': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
})

/** The line of the present time. */
const nowLook: CSSObject = {
  '& .now': {
    position: 'absolute',
    insetInline: 0,
    top: at('var(--from)'),
    height: 2,
    marginTop: -1,
    backgroundColor: 'var(--calendar-now)',
    pointerEvents: 'none',
  },
  '& .stub': {
    position: 'absolute',
    left: 0,
    top: at('var(--from)'),
    width: 4,
    height: 10,
    marginTop: -5,
    zIndex: 3,
    backgroundColor: 'var(--calendar-now)',
    pointerEvents: 'none',
  },
}

/** Heads of the columns: doctor or day, and its load. */
export const headsLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .head': {
    display: 'grid',
    alignContent: 'center',
    gap: 4,
    boxSizing: 'border-box',
    minWidth: 0,
    height: 44,
    padding: '0 12px',
    fontSize: '0.875rem',
    lineHeight: '20px',
    '& > div:first-of-type': {
      display: 'flex',
      gap: 12,
      justifyContent: 'space-between',
      alignItems: 'baseline',
      minWidth: 0,
    },
    '& h3, & strong': { fontSize: '0.875rem', fontWeight: 600, lineHeight: '20px' },
    '& h3': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    // What is free gives way before the name does.
    '& .load': {
      flex: '0 99999 auto',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: SMALL,
      color: palette.text.secondary,
    },
    '& .load strong': { color: palette.text.primary },
    '& .more': {
      position: 'relative',
      flex: 'none',
      alignSelf: 'center',
      display: 'grid',
      placeItems: 'center',
      width: 24,
      height: 20,
      padding: 0,
      border: 0,
      borderRadius: 4,
      marginInline: -8,
      background: 'none',
      color: palette.text.secondary,
      cursor: 'pointer',
      '&:hover': { color: palette.primary.main },
      // As tall and wide as a finger, in a head of 44.
      '@media (pointer: coarse)': {
        '&::after': { content: '""', position: 'absolute', inset: '-12px -10px' },
      },
    },
    '&:not(.day)': { containerType: 'inline-size' },
    // A word that doesn't fit is left out, not cut: the strip says it too.
    '@container (max-width: 400px)': { '& .share > .booked': { display: 'none' } },
    '@container (max-width: 320px)': { '& .share': { display: 'none' } },
    '@container (max-width: 250px)': { '& .free': { display: 'none' } },
  },
  '& .strip': {
    display: 'flex',
    height: 4,
    borderRadius: 2,
    overflow: 'hidden',
    backgroundColor: `color-mix(in srgb, ${palette.primary.main} 22%, ${palette.background.paper})`,
    '& > *': { width: 'calc(var(--share) * 100%)', flex: 'none' },
    '& > .taken': { backgroundColor: palette.primary.main },
    '& > .hatched': {
      backgroundColor: palette.background.paper,
      backgroundImage: `repeating-linear-gradient(135deg, ${palette.text.secondary} 0 1px, transparent 1px 3px)`,
    },
  },
  '& .day': {
    height: 58,
    padding: '6px 8px 2px',
    '&[data-today=true]': {
      backgroundColor: `color-mix(in srgb, ${palette.primary.main} 12%, ${palette.background.paper})`,
    },
    '& a': { color: palette.text.primary, fontWeight: 600, textDecoration: 'none', whiteSpace: 'nowrap' },
    '& a:hover': { textDecoration: 'underline' },
    '&[data-today=true] a': { color: palette.primary.main },
    '& .load': { overflow: 'hidden', whiteSpace: 'nowrap', flex: '0 1 auto', textOverflow: 'ellipsis' },
    '& .initials': {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: '1fr',
      fontSize: SMALL,
      lineHeight: '14px',
      color: palette.text.secondary,
      textAlign: 'center',
      '& abbr': { textDecoration: 'none' },
    },
  },
  '& .narrow': {
    backgroundColor: 'var(--calendar-shut)',
    fontSize: SMALL,
    color: palette.text.secondary,
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    '&.columns': { backgroundImage: 'none', alignContent: 'start', paddingTop: 16 },
    '& > span': { writingMode: 'vertical-rl', whiteSpace: 'nowrap' },
  },
})

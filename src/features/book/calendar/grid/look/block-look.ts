import type { CSSObject, Theme } from '@mui/material/styles'
import { SMALL } from './measures.ts'

type Palette = Theme['vars']['palette']

/** An appointment, as high as it is long. */
export const blockLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .block, & .gap': {
    position: 'absolute',
    boxSizing: 'border-box',
    top: `calc((var(--from) - var(--start)) * var(--minute) + 1px)`,
    height: 'max(calc((var(--to) - var(--from)) * var(--minute) - 2px), 16px)',
    left: 'calc(var(--side) + var(--lane, 0) / var(--lanes, 1) * (100% - 2 * var(--side)))',
    width: 'calc((100% - 2 * var(--side)) / var(--lanes, 1))',
    fontSize: '0.875rem',
    lineHeight: '20px',
    borderRadius: 6,
  },
  '& .block': { ...frameLook(palette), ...wordsLook(palette), ...stepLook(palette), ...linesLook },
  // The word gives way before the name does; the sign stays.
  '@media (max-width: 1100px)': { '& [data-many] .state .said': { display: 'none' } },
  ...touchLook,
  ...laneLook(palette),
  // The lower edge changes the length.
  '& .edge': {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    height: 6,
    cursor: 'ns-resize',
    touchAction: 'none',
  },
  '& .block[data-movable] .open': { cursor: 'grab' },
  // A long press drags; it chooses no text and opens nothing of the system's.
  '@media (pointer: coarse)': { '& .block': { userSelect: 'none', WebkitTouchCallout: 'none' } },
})

const frameLook = (palette: Palette): CSSObject => ({
  zIndex: 2,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignContent: 'center',
  alignItems: 'center',
  columnGap: 8,
  padding: '0 7px 0 8px',
  border: '1px solid var(--visit-line)',
  borderInlineStart: '4px solid var(--visit-edge)',
  '--fill': 'var(--visit-fill)',
  backgroundColor: 'var(--fill)',
  overflow: 'hidden',
  contain: 'layout paint',
  '&[data-state=pending]': { borderInlineStartStyle: 'double' },
  '&[data-state=outcome]': { borderStyle: 'dashed', borderInlineStartStyle: 'solid' },
  // Its patient has said that they come; the block's name says it in words.
  '&[data-coming=true] .state::after': { content: '"✓" / ""', fontWeight: 700 },
  '&[data-over=true]': { borderColor: palette.warning.main, borderInlineStartColor: 'var(--visit-edge)' },
  '&:focus-within:has(.open:focus-visible), &[data-shown=true]': {
    overflow: 'visible',
    contain: 'none',
    zIndex: 3,
    outline: `2px solid ${palette.primary.main}`,
    outlineOffset: 2,
  },
  '&[data-highlight]': { '--fill': palette.info.light },
  '&[data-dragged]': { opacity: 0.5, borderStyle: 'dashed' },
})

/** Name, service and state. */
const wordsLook = (palette: Palette): CSSObject => ({
  '& .words': { display: 'flex', alignItems: 'baseline', gap: 8, minWidth: 0, overflow: 'hidden' },
  '& .open': {
    flex: '0 1 auto',
    minWidth: 0,
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    fontWeight: 600,
    color: palette.text.primary,
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    outline: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '&[data-state=done] .open, &[data-state=no_show] .open': { color: palette.text.secondary },
  '&[data-state=no_show] .open': { textDecoration: 'line-through' },
  // It gives way before the name does.
  '& .what': {
    flex: '1 100 0',
    minWidth: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    color: palette.text.secondary,
  },
  '& .state': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontSize: SMALL,
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: 'var(--visit-ink)',
    '& > svg': { flex: 'none' },
  },
  // The minutes alone, where the words have no room (day-view.tsx).
  '& .brief': { display: 'none' },
  '& .end': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& .second': {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    minHeight: 24,
  },
})

/** The button of the next step. */
const stepLook = (palette: Palette): CSSObject => ({
  '& .step': {
    position: 'relative',
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    height: 24,
    boxSizing: 'border-box',
    padding: '0 8px',
    borderRadius: 6,
    border: `1px solid ${palette.primary.main}`,
    font: 'inherit',
    fontSize: SMALL,
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: palette.primary.main,
    backgroundColor: palette.background.paper,
    cursor: 'pointer',
  },
  '& .step[aria-disabled=true]': {
    color: palette.text.secondary,
    borderColor: palette.divider,
    cursor: 'not-allowed',
  },
  '& .step[data-due=false]': { display: 'none' },
  '&:is(:hover, :focus-within) .step[data-due=false]': { display: 'inline-flex' },
  '&[data-lines="1"][data-step=later]:is(:hover, :focus-within) .state': { display: 'none' },
})

/** One line or two, at a desk. */
const linesLook: CSSObject = {
  // One line: the service gives way, then the word of the state; the name comes last.
  '&[data-lines="1"]': {
    display: 'flex',
    '& .words, & .end': { display: 'contents' },
    '& .state': { flex: '0 99999 auto', minWidth: 14, overflow: 'hidden' },
    '& .said': { overflow: 'hidden', textOverflow: 'ellipsis' },
    // A visit of 20 minutes is lower than the button.
    '& .step': { maxHeight: '100%' },
  },
  '&[data-lines="2"]': { alignContent: 'start', paddingTop: 3, lineHeight: '22px' },
  // Two lines, and the step, in three quarters of an hour.
  '&[data-lines="2"][data-tight]': {
    paddingTop: 1,
    lineHeight: '20px',
    '& .second': { minHeight: 20 },
    '& .step': { height: 20 },
  },
}

const touchLook: CSSObject = {
  // The button is the right part, at full height; the rest opens the visit.
  '& .block[data-lines=touch]': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignContent: 'start',
    lineHeight: '19px',
    padding: '2px 7px 0 8px',
    '& .words': { display: 'grid', gap: 0 },
    '& .what': { flex: 'none' },
    '& .end': { alignSelf: 'start', height: 38 },
    // Less than two lines: the sign beside the name.
    '&[data-tight]': {
      alignContent: 'center',
      paddingBlock: 0,
      '& .words': { display: 'flex', gap: 8 },
      '& .what': { flex: '1 100 0' },
      '& .end': { alignSelf: 'center', height: 'auto' },
    },
    '&[data-step=due]': { paddingInlineEnd: 96 },
    '& .step': {
      position: 'absolute',
      insetBlock: 0,
      right: 0,
      height: 'auto',
      minWidth: 88,
      justifyContent: 'center',
      borderRadius: 0,
      border: 0,
      borderInlineStart: '1px solid var(--visit-line)',
      backgroundColor: 'transparent',
      fontSize: '0.875rem',
    },
  },
}

/** A block in a lane of the week. */
const laneLook = (palette: Palette): CSSObject => ({
  '& .block[data-lines=lane]': {
    display: 'block',
    alignContent: 'start',
    padding: '0 0 0 4px',
    fontSize: SMALL,
    lineHeight: '14px',
    borderRadius: 4,
    borderInlineStartWidth: 3,
    '& .open': {
      display: 'block',
      width: '100%',
      textOverflow: 'clip',
      // What a name is too long for fades into the block. As a mask each would be a layer of its own.
      '&::after': { backgroundImage: 'linear-gradient(to right, transparent 80%, var(--fill))' },
    },
    '& .state': { fontWeight: 400, gap: 2 },
    '& .initial': { color: palette.text.secondary },
    // One line: the sign before the name.
    '&[data-tight]': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      '& .state': { order: -1 },
      '& .initial': { display: 'none' },
      '& .open': { flex: 1 },
    },
  },
})

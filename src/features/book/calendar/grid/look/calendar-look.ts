import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { visitColours } from '../../../../../ui/visit-colours.ts'
import { blockLook } from './block-look.ts'
import { gridLook, headsLook } from './grid-look.ts'
import { SMALL } from './measures.ts'

/**
 * Styles of days and weeks: one styled element around plain ones with classes. A week has hundreds of blocks, and a
 * styled component would compute its rules in each of them.
 */
export const CalendarLook = styled('div')(({ theme }) => ({
  ...visitColours(theme),
  ...gridLook(theme),
  ...headsLook(theme),
  ...blockLook(theme),
  ...gapLook(theme),
  ...ghostLook(theme),
  // The system's colours replace ours.
  '@media (forced-colors: active)': {
    '& .now, & .stub': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
}))

/** A visit on its way, with its note. */
const ghostLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .ghosts': { position: 'absolute', inset: 0, zIndex: 7, pointerEvents: 'none' },
  // Whatever happens in it changes nothing around it: at a step of a drag nothing else is laid out.
  '& .aloft': {
    position: 'absolute',
    left: 0,
    top: 0,
    width: 0,
    height: 0,
    contain: 'size layout style',
    '& > [hidden]': { display: 'none' },
  },
  '& .ghost': {
    position: 'absolute',
    left: 'var(--side)',
    width: 'calc(var(--width) - 2 * var(--side))',
    top: 1,
    willChange: 'transform',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '0 8px 0 10px',
    borderRadius: 6,
    border: `2px solid ${palette.primary.main}`,
    fontSize: '0.875rem',
    lineHeight: '20px',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    color: palette.text.primary,
    backgroundColor: palette.background.paper,
    boxShadow: 'var(--mui-shadows-8)',
    '& > strong': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > span': { display: 'inline-flex', alignItems: 'center', gap: 4, fontSize: SMALL, fontWeight: 600 },
    '&[data-blocked]': { borderColor: palette.error.main, '& > span': { color: palette.error.main } },
    '&:not([data-blocked]) svg': { display: 'none' },
  },
  // Above the ghost where the finger is not, and away from the pointer.
  '& .note': {
    position: 'absolute',
    left: 'var(--side)',
    top: 0,
    minWidth: 'calc(var(--width) - 2 * var(--side))',
    width: 'max-content',
    maxWidth: 300,
    willChange: 'transform',
    boxSizing: 'border-box',
    display: 'grid',
    gap: 2,
    padding: '8px 12px',
    borderRadius: 8,
    fontSize: '0.875rem',
    lineHeight: '20px',
    color: palette.background.paper,
    backgroundColor: palette.text.primary,
    boxShadow: 'var(--mui-shadows-8)',
    '& > strong': { fontWeight: 600 },
    '& > span': { opacity: 0.9 },
    '& > :empty': { display: 'none' },
  },
  '& .lanes .ghost': { padding: '0 4px', fontSize: SMALL, '& > span': { display: 'none' } },
})

/** Free time that can be pressed. */
const gapLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .gap': {
    border: '1px dashed transparent',
    padding: 0,
    '& > button': {
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      width: '100%',
      height: '100%',
      padding: '0 8px 0 10px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      font: 'inherit',
      fontWeight: 600,
      color: palette.primary.main,
      cursor: 'pointer',
      opacity: 0,
      outline: 'none',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      '& > b': { fontWeight: 600 },
    },
    '& > small': {
      position: 'absolute',
      right: 8,
      top: 'calc(50% - 10px)',
      fontSize: SMALL,
      color: palette.text.secondary,
      opacity: 0,
      pointerEvents: 'none',
    },
    '&:hover, &:focus-within, &[data-chosen=true]': {
      borderColor: palette.primary.main,
      backgroundColor: palette.background.paper,
      zIndex: 2,
      '& > button, & > small': { opacity: 1 },
    },
    '&[data-chosen=true]': { border: `2px solid ${palette.primary.main}` },
    '&:has(:focus-visible)': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
    // A finger has no hover: the sign is there, quietly.
    '@media (hover: none)': {
      '& > button': { opacity: 1, color: palette.text.secondary },
      '& > small, & > button > b': { display: 'none' },
    },
  },
  '& .lanes .gap': { '& > button': { padding: '0 4px', fontSize: SMALL }, '& > small': { display: 'none' } },
})

import type { CSSObject, Theme } from '@mui/material/styles'
import { SMALL } from './measures.ts'

/** Free time that can be pressed. */
export const holeLook = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .hole': {
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
  '& .lanes .hole': { '& > button': { padding: '0 4px', fontSize: SMALL }, '& > small': { display: 'none' } },
})

import { styled } from '@mui/material/styles'
import { type RefObject, useLayoutEffect } from 'react'
import { throttle } from '../../../device/throttle.ts'
import { partsIn } from '../state/parts.ts'

const WIDTH_PX = 384

/** Beside the gap, inside the window; on a phone it is the window. */
export const Panel = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.drawer - 1,
  boxSizing: 'border-box',
  width: WIDTH_PX,
  maxHeight: 'calc(100dvh - 16px)',
  display: 'flex',
  flexDirection: 'column',
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
  fontSize: '0.875rem',
  lineHeight: '20px',
  '@media (max-width: 699.95px)': {
    inset: '0 !important',
    width: 'auto',
    maxHeight: 'none',
    borderRadius: 0,
    zIndex: theme.zIndex.modal,
  },
  '@media print': { display: 'none' },
  '& > header': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    padding: '8px 8px 8px 16px',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '& h2': { fontSize: '1rem', lineHeight: '22px' },
    '& p': { color: theme.vars.palette.text.secondary },
  },
  '& > form': {
    display: 'grid',
    gap: 12,
    padding: '12px 16px',
    overflowY: 'auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // There for a screen reader before it says something.
    '& > [role=status]:empty': { position: 'absolute' },
  },
  '& label, & .label': { display: 'grid', gap: 4, fontWeight: 600 },
  '& label.check': { display: 'flex', alignItems: 'center', gap: 8, fontWeight: 400, minHeight: 24 },
  '& input:not([type=checkbox], [type=radio], [aria-hidden]), & select': {
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    height: 40,
    padding: '0 12px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    font: 'inherit',
    fontWeight: 400,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '@media (pointer: coarse)': {
    '& input:not([type=checkbox], [type=radio], [aria-hidden]), & select, & .stepper, & .stepper > button': {
      height: '44px !important',
    },
    '& label.check': { minHeight: 44 },
    '& .keys': { display: 'none' },
  },
  '& input[type=checkbox]': {
    width: 18,
    height: 18,
    margin: 0,
    accentColor: theme.vars.palette.primary.main,
  },
  '& [aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
  '& .pair': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: 12,
    alignItems: 'start',
  },
  '& .when': { gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr)' },
  '& .soft': { color: theme.vars.palette.text.secondary, fontWeight: 400 },
  '& .small': { fontSize: '0.75rem' },
  '& .end': { textAlign: 'end' },
  '& .beneath': { marginTop: -8 },
  '& .results': {
    margin: '-8px 0 0',
    padding: 4,
    maxHeight: 232,
    overflowY: 'auto',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.divider}`,
    '& > [role=option]': {
      padding: '6px 10px',
      borderRadius: 6,
      border: '1px solid transparent',
      cursor: 'pointer',
      display: 'grid',
    },
    '& > [aria-selected=true]': {
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 12%, ${theme.vars.palette.background.paper})`,
    },
    '& strong': { fontWeight: 600 },
    '& mark': { background: 'none', color: theme.vars.palette.primary.main, fontWeight: 600 },
    '& .new': { color: theme.vars.palette.primary.main, fontWeight: 600 },
    '& .missed': { color: theme.vars.palette.error.main, fontWeight: 600 },
    '& .line': { display: 'flex', justifyContent: 'space-between', gap: 8 },
  },
  '& .stepper': {
    display: 'grid',
    gridTemplateColumns: '40px 1fr 40px',
    alignItems: 'center',
    height: 40,
    boxSizing: 'border-box',
    textAlign: 'center',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.controlLine}`,
    '& > button': {
      height: 38,
      border: 0,
      background: 'none',
      font: 'inherit',
      fontSize: '1.25rem',
      color: theme.vars.palette.primary.main,
      cursor: 'pointer',
    },
    '& > output': { fontWeight: 600 },
  },
  '& .choices': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'auto',
    border: `1px solid ${theme.vars.palette.controlLine}`,
    borderRadius: 8,
    overflow: 'clip',
    '& > label': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      height: 34,
      cursor: 'pointer',
      color: theme.vars.palette.text.secondary,
      whiteSpace: 'nowrap',
      '& > input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' },
      '&:has(:checked)': {
        color: theme.vars.palette.primary.contrastText,
        backgroundColor: theme.vars.palette.primary.main,
      },
      '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -4 },
      '&:has(:checked:focus-visible)': { outlineColor: theme.vars.palette.primary.contrastText },
    },
  },
  '& .beside': {
    display: 'grid',
    gap: 4,
    border: 0,
    margin: 0,
    padding: 0,
  },
  '& .times': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .problem': { color: theme.vars.palette.error.main, fontWeight: 600 },
  '& .keys': { fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))

const GAP_PX = 8

/** Puts the panel beside the gap it is about, inside the window; without one to the right. */
export function usePanelPlace(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = panel.current
    if (!here) return
    const put = () => {
      const gap = partsIn(document, 'gap')
        .find((each) => 'chosen' in each.dataset)
        ?.getBoundingClientRect()
      const { width, height } = here.getBoundingClientRect()
      const right = gap ? gap.right + GAP_PX : innerWidth - width - 24
      const left = gap && right + width > innerWidth - GAP_PX ? gap.left - GAP_PX - width : right
      const top = gap ? gap.top + gap.height / 2 - height / 2 : 108
      const clamp = (value: number, most: number) => Math.max(GAP_PX, Math.min(value, most - GAP_PX))
      here.style.left = `${clamp(left, innerWidth - width)}px`
      here.style.top = `${clamp(top, innerHeight - height)}px`
    }
    put()
    const again = throttle(put)
    // What is typed makes it higher.
    const observer = new ResizeObserver(again)
    observer.observe(here)
    addEventListener('resize', again)
    return () => {
      observer.disconnect()
      removeEventListener('resize', again)
      again.cancel()
    }
  }, [panel])
}

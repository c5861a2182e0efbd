import { type CSSObject, styled } from '@mui/material/styles'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { unseen } from '../../theme/unseen.ts'
import { bar } from './bars.ts'

export const row: CSSObject = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: TARGET_PX,
  boxSizing: 'border-box',
  padding: '0 12px',
  borderRadius: 8,
  fontSize: '0.875rem',
  color: bar('soft'),
  '& > svg': { flex: 'none' },
  '[data-size=small] &': { gap: 8, padding: '0 8px 0 12px', fontSize: '0.8125rem' },
  '[data-size=sm] &': { gap: 0, padding: 0, justifyContent: 'center' },
}

/** Text for screen readers only, in the icon view. */
export const Label = styled('span')({
  flex: '1 1 0',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
  '[data-size=sm] &': unseen,
})

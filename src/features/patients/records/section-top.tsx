import { styled } from '@mui/material/styles'

/** A heading with what is done under it at its right. */
export const Top = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 36,
  '& > h3': { fontSize: '1rem' },
  '& > button': { minHeight: 36, padding: '4px 8px', marginInlineEnd: -8, fontSize: '0.875rem' },
  '@media (pointer: coarse)': { '& > button': { minHeight: 44 } },
})

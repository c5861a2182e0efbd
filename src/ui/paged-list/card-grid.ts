import { styled } from '@mui/material/styles'
import { Cards } from '../rows.tsx'

/** Cards, as many beside one another as there is room for. */
export const CardGrid = styled(Cards)({
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  '&[aria-busy=true]': { opacity: 0.6 },
})

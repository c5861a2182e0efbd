import { styled } from '@mui/material/styles'
import { EARLY_NEXT, EARLY_STEP, EARLY_STEP_ID } from './hand-over.ts'
import { written } from './written.ts'

const Host = styled('div')(({ theme }) => ({
  // The header as it is at step 2, while the app's own is not there yet.
  '& > nav': { display: 'none' },
  [`[${EARLY_STEP}] &`]: { display: 'block', '& > nav': { display: 'block', marginBottom: 20 } },
  // As between the app's own (booking-page.tsx).
  [theme.breakpoints.down('sm')]: { [`[${EARLY_STEP}] & > nav`]: { marginBottom: 8 } },
  [`[${EARLY_NEXT}] & [type=submit]`]: { cursor: 'progress', opacity: 0.7 },
}))

/**
 * Where step 2 stands in the page as the build wrote it, and after take-over.tsx all later steps, as a root of their own.
 * React leaves alone what is in here: at hydration it neither compares nor writes such content, and it never changes.
 */
export function EarlyHost({ isShown }: { isShown: boolean }) {
  return (
    <Host id={EARLY_STEP_ID} hidden={!isShown} suppressHydrationWarning dangerouslySetInnerHTML={written} />
  )
}

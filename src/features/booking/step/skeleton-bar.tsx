import { styled } from '@mui/material/styles'

/** A quiet block in the shape of what is still being fetched. */
export const SkeletonBar = styled('span')(({ theme }) => ({
  display: 'block',
  borderRadius: 8,
  backgroundColor: theme.vars.palette.divider,
  opacity: 0.6,
}))

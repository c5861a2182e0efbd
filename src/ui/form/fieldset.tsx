import { styled } from '@mui/material/styles'

export const Fieldset = styled('fieldset')({ minWidth: 0, margin: 0, padding: 0, border: 0 })

export const Legend = styled('legend')(({ theme }) => ({
  padding: 0,
  marginBottom: 6,
  fontSize: '0.875rem',
  fontWeight: 600,
  '[data-error=true] > &': { color: theme.vars.palette.error.main },
}))

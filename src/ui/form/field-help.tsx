import { styled } from '@mui/material/styles'

const Help = styled('p')(({ theme }) => ({
  marginTop: '6px',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '&[data-error=true]': { color: theme.vars.palette.error.main, fontWeight: 600 },
}))

/** The error, else the hint. The control refers to it by aria-describedby. */
export function FieldHelp({ id, error, hint }: { id: string; error?: string; hint?: string }) {
  const text = error ?? hint
  if (!text) return null
  return (
    <Help id={id} data-error={error !== undefined}>
      {text}
    </Help>
  )
}

import Button from '@mui/material/Button'

type Props = {
  busy: boolean
  children: string
  busyText: string
  fullWidth?: boolean
  /** Nothing can be sent now; the element of that id says why. */
  'aria-disabled'?: boolean
  'aria-describedby'?: string
}

/** Not disabled while busy: the focus would be lost, and a second press does nothing anyway. */
export function SubmitButton({ busy, children, busyText, fullWidth = false, ...unavailable }: Props) {
  return (
    <Button
      variant="contained"
      type="submit"
      fullWidth={fullWidth}
      aria-disabled={busy}
      aria-busy={busy}
      {...unavailable}
    >
      {busy ? busyText : children}
    </Button>
  )
}

import Button from '@mui/material/Button'

type Props = {
  busy: boolean
  children: string
  busyText: string
  fullWidth?: boolean
  /** Id of the element that says why sending is disabled. */
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

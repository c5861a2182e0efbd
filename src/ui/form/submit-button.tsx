import Button from '@mui/material/Button'

type Props = {
  busy: boolean
  children: string
  /** What the button says while the form is being sent. */
  busyText: string
  fullWidth?: boolean
  /** Nothing can be sent now; why, stands in the element of that id. */
  'aria-disabled'?: boolean
  'aria-describedby'?: string
}

/** Sends the form. It is not disabled while busy: the focus would be lost, and a second press does nothing anyway. */
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

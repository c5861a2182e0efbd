import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef, useState } from 'react'
import { controlLook } from './labelled.tsx'

const Box = styled('div')({
  display: 'grid',
  gap: 6,
  '& > label': { fontSize: '0.875rem', fontWeight: 600 },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& input': { flex: '1 1 220px' },
})

const Line = styled('input')(controlLook)

type Props = {
  label: string
  value: string
  texts: Record<'copy' | 'copied' | 'notCopied', string>
}

/** A text that is shown once, selected, with a button that copies it. */
export function CopyLine({ label, value, texts }: Props) {
  const id = useId()
  const line = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  // The field that had the focus is gone with the form.
  useEffect(() => line.current?.select(), [])

  async function copy() {
    line.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setSaid(texts.copied)
    } catch {
      // Without HTTPS, or where the browser was told so, people copy what is selected.
      setSaid(texts.notCopied)
    }
  }

  return (
    <Box>
      <label htmlFor={id}>{label}</label>
      <div>
        <Line ref={line} id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <Button variant="contained" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </div>
      <p role="status">{said}</p>
    </Box>
  )
}

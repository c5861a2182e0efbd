import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

const Nav = styled('nav')({ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 16 })

type Props = {
  page: number
  totalPages: number
  /** The page asked for is not there yet; the one before it is still shown. */
  busy: boolean
  words: { label: string; previous: string; next: string; page: string }
  onOpen: (page: number) => void
}

/** Prev, Next and 'Page X of Y' under a list (specification, section 2). */
export function Pager({ page, totalPages, busy, words, onOpen }: Props) {
  return (
    <Nav aria-label={words.label}>
      <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, totalPages))}>
        {words.previous}
      </Button>
      <span aria-live="polite" aria-busy={busy}>
        {words.page}
      </span>
      <Button variant="outlined" disabled={page >= totalPages} onClick={() => onOpen(page + 1)}>
        {words.next}
      </Button>
    </Nav>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

const Nav = styled('nav')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 16,
  fontVariantNumeric: 'tabular-nums',
})

type Props = {
  /** Name of the navigation, for those who hear the page. */
  label: string
  /** What its two buttons and the words between them say. */
  words: { previous: string; next: string; position: string }
  page: number
  totalPages: number
  /** The page asked for is not there yet; the one before it is still shown. */
  busy: boolean
  onOpen: (page: number) => void
}

/** Prev, Next and 'Page X of Y' (specification, section 2). From behind the last page Prev leads to the last one. */
export function Pager({ label, words, page, totalPages, busy, onOpen }: Props) {
  return (
    <Nav aria-label={label}>
      <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, totalPages))}>
        {words.previous}
      </Button>
      <span aria-live="polite" aria-busy={busy}>
        {words.position}
      </span>
      <Button variant="outlined" disabled={page >= totalPages} onClick={() => onOpen(page + 1)}>
        {words.next}
      </Button>
    </Nav>
  )
}

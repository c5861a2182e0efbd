import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Nav = styled('nav')({ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 16 })

type Props = {
  page: number
  totalPages: number
  /** The page asked for is not there yet; the one before it is still shown. */
  busy: boolean
  onOpen: (page: number) => void
}

/** Prev, Next and 'Page X of Y' (specification, section 2). */
export function Pager({ page, totalPages, busy, onOpen }: Props) {
  const { t } = useTranslation('appointments')
  return (
    <Nav aria-label={t('pager.label')}>
      <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, totalPages))}>
        {t('pager.previous')}
      </Button>
      <span aria-live="polite" aria-busy={busy}>
        {t('pager.page', { page, totalPages })}
      </span>
      <Button variant="outlined" disabled={page >= totalPages} onClick={() => onOpen(page + 1)}>
        {t('pager.next')}
      </Button>
    </Nav>
  )
}

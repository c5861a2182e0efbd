import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { TARGET_PX } from '../../theme/theme-components.ts'

const Nav = styled('nav')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 16,
  minHeight: TARGET_PX,
  fontVariantNumeric: 'tabular-nums',
})

type Props = {
  /** For screen readers. */
  label: string
  page: number
  /** 0: unknown. */
  totalPages: number
  /** The page is loading; the one before it is still shown. */
  isBusy: boolean
  onOpen: (page: number) => void
}

/** Prev, Next and 'Page X of Y' (specification, section 2). From behind the last page Prev leads to the last one. */
export function Pager({ label, page, totalPages, isBusy, onOpen }: Props) {
  const { t } = useTranslation('shell')
  const last = totalPages || page
  // The list is there to be read first.
  const isTheirTurn = useDeferredValue(true, false)
  return (
    <Nav aria-label={label}>
      {isTheirTurn && (
        <>
          <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, last))}>
            {t('list.previous')}
          </Button>
          <span aria-live="polite" aria-busy={isBusy}>
            {totalPages ? t('list.page', { page, totalPages }) : t('list.pageAlone', { page })}
          </span>
          <Button variant="outlined" disabled={page >= last} onClick={() => onOpen(page + 1)}>
            {t('list.next')}
          </Button>
        </>
      )}
    </Nav>
  )
}

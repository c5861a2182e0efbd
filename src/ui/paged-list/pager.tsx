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
  // Where a page fills the screen its pages are turned.
  '@media (max-height: 799px)': { '& > [data-more]': { display: 'none' } },
})

type Props = {
  /** For screen readers. */
  label: string
  page: number
  /** The last page that is shown; several are where more was asked for. */
  until?: number
  /** 0: unknown. */
  totalPages: number
  /** The page is loading; the one before it is still shown. */
  isBusy: boolean
  onOpen: (page: number) => void
  /** Adds a page to what is shown. */
  onMore?: () => void
}

/** Prev, Next and 'Page X of Y' (specification, section 2). From behind the last page Prev leads to the last one. */
export function Pager({ label, page, until = page, totalPages, isBusy, onOpen, onMore }: Props) {
  const { t } = useTranslation('shell')
  const last = totalPages || page
  // The list is there to be read first.
  const isTheirTurn = useDeferredValue(true, false)
  return (
    <Nav aria-label={label} data-first={0}>
      {isTheirTurn && (
        <>
          <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, last))}>
            {t('list.previous')}
          </Button>
          <span aria-live="polite" aria-busy={isBusy}>
            {until > page
              ? t('list.pages', { page, until, totalPages })
              : totalPages
                ? t('list.page', { page, totalPages })
                : t('list.pageAlone', { page })}
          </span>
          <Button variant="outlined" disabled={until >= last} onClick={() => onOpen(until + 1)}>
            {t('list.next')}
          </Button>
          {onMore && until < last && (
            <Button data-more variant="text" onClick={onMore}>
              {t('list.more')}
            </Button>
          )}
        </>
      )}
    </Nav>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Pager = styled('nav')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 16,
  fontVariantNumeric: 'tabular-nums',
})

type Props = { page: number; pages: number; busy: boolean; onOpen: (page: number) => void }

/** Prev, Next and 'Page X of Y'; nothing where one page holds all. */
export function StaffPager({ page, pages, busy, onOpen }: Props) {
  const { t } = useTranslation('account')
  if (pages <= 1 && page === 1) return null
  return (
    <Pager aria-label={t('staff.pages')}>
      <Button variant="outlined" disabled={page <= 1} onClick={() => onOpen(Math.min(page - 1, pages))}>
        {t('staff.previous')}
      </Button>
      <span aria-live="polite" aria-busy={busy}>
        {t('staff.page', { page, pages })}
      </span>
      <Button variant="outlined" disabled={page >= pages} onClick={() => onOpen(page + 1)}>
        {t('staff.next')}
      </Button>
    </Pager>
  )
}

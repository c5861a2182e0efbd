import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  '& > p': { color: theme.vars.palette.text.secondary },
}))

/** /config: the times when booking is unavailable. */
export function ConfigPage() {
  const { t } = useTranslation('blockers')
  return (
    <Page>
      <h1>{t('title')}</h1>
      <p>{t('none')}</p>
    </Page>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkSession } from '../session/open-session.ts'
import { PublicFrame } from '../ui/public-frame.tsx'

const Box = styled('div')({ display: 'grid', gap: 16, justifyItems: 'start' })

/** Stands where it cannot be found out who is signed in, with another try. */
export function SessionUnreachable() {
  const { t } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await checkSession().finally(() => setBusy(false))
  }
  return (
    <PublicFrame>
      <Box role="alert">
        <h1>{t('unreachable.title')}</h1>
        <p>{t('unreachable.text')}</p>
        <Button variant="contained" aria-disabled={busy} onClick={() => !busy && void again()}>
          {t('unreachable.retry')}
        </Button>
      </Box>
    </PublicFrame>
  )
}

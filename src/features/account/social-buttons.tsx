import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../http/api-error.ts'
import { authProvider } from '../../session/auth.ts'
import type { SocialProvider } from '../../session/auth-provider.ts'
import { useMessages } from '../../ui/messages.ts'
import { Or } from '../../ui/or.tsx'
import { leaveForProvider } from './social-sign-in.ts'

const Box = styled('div')({ display: 'grid', gap: 16 })

/** The sign-in form beside them does not wait for them. */
export function SocialButtons({ fresh = false }: { fresh?: boolean }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const providers = useSocialProviders()
  const [leaving, setLeaving] = useState(false)
  if (providers.length === 0) return null

  const leave = async (id: string) => {
    if (leaving) return
    setLeaving(true)
    clear()
    try {
      await leaveForProvider(id, { fresh })
    } catch (error) {
      notify('error', messageFor(error, t('login.failed')))
      setLeaving(false)
    }
  }
  return (
    <Box>
      <Or aria-hidden="true">{t('login.or')}</Or>
      {providers.map(({ id, name }) => (
        <Button key={id} variant="outlined" fullWidth aria-busy={leaving} onClick={() => void leave(id)}>
          {t('login.social', { name })}
        </Button>
      ))}
    </Box>
  )
}

function useSocialProviders(): SocialProvider[] {
  const [providers, setProviders] = useState<SocialProvider[]>([])
  useEffect(() => {
    const leave = new AbortController()
    // Without an answer there is no button: a password still signs in.
    authProvider.socialProviders(leave.signal).then(setProviders, () => {})
    return () => leave.abort()
  }, [])
  return providers
}

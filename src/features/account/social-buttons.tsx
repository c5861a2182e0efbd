import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '../../http/message-for.ts'
import type { SocialProvider } from '../../session/auth-provider.ts'
import { useMessages } from '../../ui/messages.ts'
import { Or } from '../../ui/or.tsx'
import { leaveForProvider } from './social-sign-in.ts'

const Box = styled('div')({ display: 'grid', gap: 16 })

type Props = {
  providers: readonly SocialProvider[]
  /** Whether nothing comes before them, so that they need no divider. */
  alone?: boolean
  /** The provider asks who it is, however lately it did. */
  fresh?: boolean
}

export function SocialButtons({ providers, alone = false, fresh = false }: Props) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
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
      {!alone && <Or aria-hidden="true">{t('login.or')}</Or>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant={alone ? 'contained' : 'outlined'}
          fullWidth
          aria-busy={leaving}
          onClick={() => void leave(id)}
        >
          {t('login.social', { name })}
        </Button>
      ))}
    </Box>
  )
}

import Button from '@mui/material/Button'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { AccountFrame } from '../../ui/account-frame.tsx'
import { Hint } from '../../ui/card.tsx'
import { PageLink } from '../../ui/page-link.tsx'

export function NothingStored({ why }: { why: 'nothing' | 'deleted' }) {
  const { t } = useTranslation('unlock')
  const id = useId()
  const signIn = useRef<HTMLAnchorElement>(null)
  // The focused form is gone; this focus makes screen readers read the reason.
  useEffect(() => signIn.current?.focus(), [])
  return (
    <AccountFrame title={t(`${why}.title`)}>
      <Hint id={id}>{t(`${why}.text`)}</Hint>
      <Button
        ref={signIn}
        component={PageLink}
        to={paths.login()}
        variant="contained"
        fullWidth
        aria-describedby={id}
      >
        {t('signIn')}
      </Button>
    </AccountFrame>
  )
}

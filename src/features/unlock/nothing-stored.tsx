import Button from '@mui/material/Button'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { AccountFrame } from '../../ui/account-frame.tsx'
import { Hint } from '../../ui/card.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** Stands in the place of the PIN where there is nothing to open, with the reason and the way on. */
export function NothingStored({ why }: { why: 'nothing' | 'deleted' }) {
  const { t } = useTranslation('unlock')
  const id = useId()
  const signIn = useRef<HTMLAnchorElement>(null)
  // The focus was in the form that is gone; from here the reason is read out with it.
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

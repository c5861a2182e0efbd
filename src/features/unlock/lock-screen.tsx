import KeyRound from 'lucide:key-round'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { clinicTime } from '../../../domain/clinic-time.ts'
import { clinic } from '../../clinic.ts'
import { messageFor } from '../../http/api-error.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { endLocked } from '../../session/lock/end-locked.ts'
import { unlock } from '../../session/lock/lock.ts'
import { lockedAtom } from '../../session/session-atoms.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatTime } from '../../ui/format-time.ts'
import { initials } from '../../ui/initials.ts'
import { useMessages } from '../../ui/messages.ts'
import { Or } from '../../ui/or.tsx'
import { passkeysHere } from '../../ui/passkeys-here.ts'
import { StepFrame, Way, WaysOn } from '../../ui/step-frame.tsx'
import { useOneAct } from '../../ui/use-one-act.ts'
import { useOnline } from '../../ui/use-online.ts'
import { passkeySignIn } from './lazy-passkey.ts'

export const Person = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '& > span': {
    display: 'grid',
    placeItems: 'center',
    width: 64,
    height: 64,
    marginBottom: 8,
    borderRadius: 32,
    fontSize: '1.25rem',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.status.closed.fill,
  },
  '& > h1': { fontSize: '1.25rem' },
  '& > p': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

/** Covers the page wholly: nothing under it is rendered. Unlocking goes on where somebody was. */
export function LockScreen() {
  const { t, i18n } = useTranslation('unlock')
  const locked = useAtomValue(lockedAtom)
  const isOnline = useOnline()
  if (!locked) return null
  const { displayName, at, minutes } = locked
  const time = formatTime(clinicTime(new Date(at), clinic.timeZone), isoLanguage(i18n.language))
  return (
    <StepFrame foot={t('lock.kept')}>
      <Person>
        <span aria-hidden="true">{initials(displayName)}</span>
        <h1>{displayName}</h1>
        <p>{minutes === null ? t('lock.at', { time }) : t('lock.idle', { time, count: minutes })}</p>
      </Person>
      {isOnline ? null : <p role="status">{t('lock.needsLine')}</p>}
      <ByServer />
      <WaysOn>
        <Button variant="text" onClick={endLocked}>
          {t('lock.another')}
        </Button>
        <Button variant="text" onClick={endLocked}>
          {t('lock.signOut')}
        </Button>
      </WaysOn>
    </StepFrame>
  )
}

/** By a passkey, where they have one, or the password. */
function ByServer() {
  const { t } = useTranslation('unlock')
  const { notify, clear } = useMessages()
  const locked = useAtomValue(lockedAtom)
  const { busy, act } = useOneAct(t('lock.failed'))
  const hasPasskey = locked?.hasPasskey === true && passkeysHere()
  const go = async (shown: { password: string } | { token: string }) => {
    if ((await unlock(shown)) === 'ended') endLocked()
  }
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: { key: 'password_required' } }),
    messages: () => t('lock.wrong'),
    send: async ({ password }) => {
      clear()
      await go({ password })
    },
    failed: (error) => notify('error', messageFor(error, t('lock.failed'))),
  })
  const show = async () => {
    const session = await (await passkeySignIn.load())()
    if (!session) return notify('info', t('lock.noPasskey'))
    await go(session)
  }
  return (
    <>
      {hasPasskey && (
        <Way>
          <Button
            variant="contained"
            fullWidth
            autoFocus
            aria-busy={busy}
            startIcon={<KeyRound size={20} />}
            onClick={() => void act(show)}
          >
            {t('lock.passkey')}
          </Button>
        </Way>
      )}
      {hasPasskey && <Or aria-hidden="true">{t('lock.or')}</Or>}
      <Form form={form}>
        <PasswordField
          field={form.field('password')}
          label={t('lock.password')}
          autoComplete="current-password"
          autoFocus={!hasPasskey}
          showLabel={t('lock.show')}
        />
        <SubmitButton busy={form.busy} busyText={t('opening')} fullWidth>
          {t('lock.submit')}
        </SubmitButton>
      </Form>
    </>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { clock, trueTime } from '../../clock.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { messageFor } from '../../http/message-for.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { tabletPeople } from '../../offline/tablet/index.ts'
import { paths } from '../../paths.ts'
import { endLocked } from '../../session/end-locked.ts'
import { endOnServer } from '../../session/ended-later.ts'
import { unlock, unlockByPin } from '../../session/lock.ts'
import { lockedAtom } from '../../session/session-atoms.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatSince } from '../../ui/format-instant.ts'
import { initials } from '../../ui/initials.ts'
import { useMessages } from '../../ui/messages.ts'
import { useLeavingLocked } from '../../ui/offline-requests/use-leaving.tsx'
import { Or } from '../../ui/or.tsx'
import { PasskeyWay } from '../../ui/passkey-way.tsx'
import { passkeySignIn, passkeysHere } from '../../ui/passkeys.ts'
import { StepFrame, WaysOn } from '../../ui/step-frame.tsx'
import { useOneAct } from '../../ui/use-one-act.ts'
import { useOnline } from '../../ui/use-online.ts'
import { useClinic } from '../../use-clinic.ts'
import { type Entered, enterPin } from './enter-pin.ts'
import { PinForm } from './pin-form.tsx'

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
  const clinic = useClinic()
  const { t, i18n } = useTranslation('unlock')
  const navigate = useNavigate()
  const locked = useAtomValue(lockedAtom)
  const hasPin = useHasPin(locked?.id)
  const [byPassword, setByPassword] = useState(false)
  const isOnline = useOnline()
  const { leave, question } = useLeavingLocked()
  // Known in a moment, and the focus is to begin in the right field.
  if (!locked || hasPin === undefined) return null
  const { displayName, at, minutes } = locked
  const byPin = hasPin && !byPassword
  const another = () => {
    endLocked()
    navigate(hasPin ? paths.unlock() : paths.login(), { replace: true })
  }
  const today = clinicDate(clock.now(), clinic.timeZone)
  const time = formatSince(trueTime(at), today, clinic.timeZone, isoLanguage(i18n.language))
  return (
    <StepFrame foot={t('lock.kept')}>
      <Person>
        <span aria-hidden="true">{initials(displayName)}</span>
        <h1>{displayName}</h1>
        <p>{minutes === null ? t('lock.at', { time }) : t('lock.idle', { time, count: minutes })}</p>
      </Person>
      {isOnline || byPin ? null : <p role="status">{t('lock.needsLine')}</p>}
      {byPin ? <ByPin staffId={locked.id} onSpent={() => setByPassword(true)} /> : <ByServer />}
      <WaysOn>
        {hasPin && (
          <Button variant="text" onClick={() => setByPassword(!byPassword)}>
            {t(byPassword ? 'lock.usePin' : 'lock.usePassword')}
          </Button>
        )}
        <Button variant="text" onClick={() => leave(another)}>
          {t('lock.another')}
        </Button>
        <Button variant="text" onClick={() => leave(endLocked)}>
          {t('lock.signOut')}
        </Button>
      </WaysOn>
      {question}
    </StepFrame>
  )
}

/** Whether somebody has a PIN at this tablet; undefined: not known yet. */
function useHasPin(staffId: string | undefined): boolean | undefined {
  const [hasPin, setHasPin] = useState(isTablet() ? undefined : false)
  useEffect(() => {
    if (!isTablet()) return
    let isGone = false
    const readPeople = async () => {
      const people = await tabletPeople()
      if (!isGone) setHasPin(people.some(({ id }) => id === staffId))
    }
    readPeople().catch(() => !isGone && setHasPin(false))
    return () => {
      isGone = true
    }
  }, [staffId])
  return hasPin
}

/** Unlocks by the PIN of a reception tablet, which the server checks if it can be reached. */
function ByPin({ staffId, onSpent }: { staffId: string; onSpent: () => void }) {
  const { t } = useTranslation('unlock')
  const { notify } = useMessages()
  const enter = async (pin: string): Promise<Entered | { outcome: 'nothing' }> => {
    const entered = await enterPin(staffId, pin)
    if (entered.outcome === 'signed_in') {
      await go(entered.session).finally(() => endOnServer(entered.session.token))
      return entered
    }
    if (entered.outcome !== 'unlocked') return entered
    if (!(await unlockByPin())) return { outcome: 'nothing' }
    return entered
  }
  const gone = (why: 'nothing' | 'deleted' | 'sign_in') => {
    notify('info', t(why === 'nothing' ? 'lock.needsLine' : 'signInAgain'))
    onSpent()
  }
  return <PinForm staffId={staffId} enter={enter} onOpened={() => {}} onGone={gone} />
}

/** @throws ApiError */
async function go(shown: { password: string } | { token: string }): Promise<void> {
  if ((await unlock(shown)) === 'ended') endLocked()
}

/** Unlocks by a passkey, if there is one, or the password. */
function ByServer() {
  const { t } = useTranslation('unlock')
  const { notify, clear } = useMessages()
  const locked = useAtomValue(lockedAtom)
  const { busy, act } = useOneAct(t('lock.failed'))
  const hasPasskey = locked?.hasPasskey === true && passkeysHere()
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
    // What it has begun is not needed: the locked session goes on.
    await go(session).finally(() => endOnServer(session.token))
  }
  return (
    <>
      {hasPasskey && <PasskeyWay text={t('lock.passkey')} busy={busy} onPress={() => void act(show)} />}
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

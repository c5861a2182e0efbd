import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn, FactorStep as Step } from '../../../../contract/auth.ts'
import { messageFor } from '../../../http/message-for.ts'
import { mailCode, proveMail, showCode } from '../../../session/factor-calls.ts'
import { signInByPasskey } from '../../../session/passkey.ts'
import { useMessages } from '../../../ui/messages.ts'
import { Or } from '../../../ui/or.tsx'
import { PasskeyWay } from '../../../ui/passkey-way.tsx'
import { passkeysHere } from '../../../ui/passkeys.ts'
import { StepFrame, WaysOn } from '../../../ui/step-frame.tsx'
import { useOneAct } from '../../../ui/use-one-act.ts'
import { CodeForm } from './code-form.tsx'
import { Enrol } from './enrol.tsx'

type Props = { step: Step; onSignedIn: (session: SignedIn) => void; onRestart: () => void }

/** Second step after a right password, in place of the sign-in form. */
export function FactorStep(props: Props) {
  return props.step.purpose === 'verify' ? <Verify {...props} /> : <FirstFactor {...props} />
}

function Verify({ step: { step, displayName, kinds }, onSignedIn, onRestart }: Props) {
  const { t } = useTranslation('factors')
  const { notify } = useMessages()
  const { busy, act } = useOneAct(t('failed'))
  const [isRecovery, setRecovery] = useState(false)
  const hasPasskey = kinds.includes('passkey') && passkeysHere()
  const asksForCode = isRecovery || kinds.includes('totp')

  const show = async () => {
    const session = await signInByPasskey(step)
    if (session) onSignedIn(session)
    else notify('info', t('passkeyClosed'))
  }
  return (
    <StepFrame
      title={t('verify.title')}
      text={t('verify.text', { name: displayName })}
      foot={t('verify.lost')}
    >
      {hasPasskey && (
        <PasskeyWay
          text={t('verify.passkey')}
          hint={t('passkeyHint')}
          busy={busy}
          onPress={() => void act(show)}
        />
      )}
      {hasPasskey && asksForCode && <Or aria-hidden="true">{t('or')}</Or>}
      {asksForCode && (
        <CodeForm
          key={String(isRecovery)}
          kind={isRecovery ? 'recovery' : 'digits'}
          label={t(isRecovery ? 'verify.recovery' : 'verify.code')}
          {...(isRecovery && { submit: t('verify.submit') })}
          autoFocus={isRecovery || !hasPasskey}
          send={async (code) => onSignedIn(await showCode(step, code))}
        />
      )}
      <WaysOn>
        <Button variant="text" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'verify.back' : 'verify.useRecovery')}
        </Button>
        <Button variant="text" onClick={onRestart}>
          {t('restart')}
        </Button>
      </WaysOn>
    </StepFrame>
  )
}

const TEXTS = { mail: 'first.text', choice: 'first.choose' } as const

/** The type of the account needs a factor and has none: the mailbox is proven, and one is set up. */
function FirstFactor({ step: { step, displayName, kinds }, onSignedIn, onRestart }: Props) {
  const { t } = useTranslation('factors')
  const { notify } = useMessages()
  const [phase, setPhase] = useState<'mail' | 'choice' | 'codes'>('mail')
  const mailed = useRef(false)
  // The page says of the first mail that it has been sent.
  const mail = (sent = () => {}) =>
    mailCode(step).then(sent, (error) => notify('error', messageFor(error, t('failed'))))
  useEffect(() => {
    // A second run of this effect must not send a second mail, which would end the first one's code.
    if (mailed.current) return
    mailed.current = true
    void mail()
  })
  return (
    <StepFrame
      title={t('first.title')}
      text={phase === 'codes' ? undefined : t(TEXTS[phase], { name: displayName })}
      foot={t('verify.lost')}
    >
      {phase === 'mail' ? (
        <CodeForm
          kind="digits"
          label={t('first.code')}
          submit={t('first.submit')}
          autoFocus
          send={async (code) => {
            await proveMail(step, code)
            setPhase('choice')
          }}
        />
      ) : (
        <Enrol
          step={step}
          kinds={kinds}
          onCodes={() => setPhase('codes')}
          onDone={({ signedIn }) => signedIn && onSignedIn(signedIn)}
        />
      )}
      {phase !== 'codes' && (
        <WaysOn>
          {phase === 'mail' && (
            <Button variant="text" onClick={() => void mail(() => notify('info', t('first.mailed')))}>
              {t('first.again')}
            </Button>
          )}
          <Button variant="text" onClick={onRestart}>
            {t('restart')}
          </Button>
        </WaysOn>
      )}
    </StepFrame>
  )
}

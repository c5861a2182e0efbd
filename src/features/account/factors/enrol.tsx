import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Smartphone from 'lucide-react/icons/smartphone'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import type { FactorStep } from '../../../../contract/auth.ts'
import type { Enrolled } from '../../../../contract/second-factor.ts'
import { addApp, startApp } from '../../../session/factor-calls.ts'
import { makePasskey } from '../../../session/passkey.ts'
import { useMessages } from '../../../ui/messages.ts'
import { Or } from '../../../ui/or.tsx'
import { PasskeyWay } from '../../../ui/passkey-way.tsx'
import { passkeysHere } from '../../../ui/passkeys.ts'
import { Quiet, Way } from '../../../ui/step-frame.tsx'
import { useOneAct } from '../../../ui/use-one-act.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = {
  step: string
  kinds: FactorStep['kinds']
  /** The factor is there, and its recovery codes are shown: nothing else should lead away from them. */
  onCodes: () => void
  onDone: (enrolled: Enrolled) => void
}

/** Sets up a passkey or an app, and shows the recovery codes that come with the first one before it goes on. */
export function Enrol({ step, kinds, onCodes, onDone }: Props) {
  const { t } = useTranslation('factors')
  const { notify } = useMessages()
  const { busy, act } = useOneAct(t('failed'))
  const [app, setApp] = useState<{ secret: string; uri: string }>()
  const [enrolled, setEnrolled] = useState<Enrolled>()

  const done = (result: Enrolled) => {
    if (!result.recoveryCodes) return onDone(result)
    setEnrolled(result)
    onCodes()
  }
  const passkey = async () => {
    const made = await makePasskey(step, t('enrol.passkeyName'))
    if (made) done(made)
    else notify('info', t('passkeyClosed'))
  }

  if (enrolled?.recoveryCodes) {
    return <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => onDone(enrolled)} />
  }
  if (app) {
    return (
      <CodeForm
        kind="digits"
        label={t('enrol.code')}
        submit={t('enrol.submit')}
        send={async (code) => done(await addApp(step, code, t('enrol.appName')))}
      >
        <AppSecret {...app} />
      </CodeForm>
    )
  }
  const hasPasskeys = kinds.includes('passkey') && passkeysHere()
  return (
    <>
      {hasPasskeys && (
        <>
          <PasskeyWay
            text={t('enrol.passkey')}
            hint={t('passkeyHint')}
            busy={busy}
            onPress={() => void act(passkey)}
          />
          <Or aria-hidden="true">{t('or')}</Or>
        </>
      )}
      <Way>
        <Button
          variant={hasPasskeys ? 'outlined' : 'contained'}
          fullWidth
          aria-busy={busy}
          startIcon={<Smartphone size={20} />}
          onClick={() => void act(async () => setApp(await startApp(step)))}
        >
          {t('enrol.app')}
        </Button>
        <Quiet>{t('enrol.appHint')}</Quiet>
      </Way>
    </>
  )
}

// Cameras need dark on light, in the dark design too.
const Picture = styled('svg')(({ theme }) => ({
  width: 200,
  height: 200,
  justifySelf: 'center',
  borderRadius: 8,
  color: theme.vars.palette.common.black,
  backgroundColor: theme.vars.palette.common.white,
}))

const Box = styled('div')({ display: 'grid', gap: 12 })

const Secret = styled('code')({
  fontFamily: 'inherit',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})

/** Secret of an authenticator app, to be scanned or typed. */
function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation('factors')
  const { size, path } = useMemo(() => {
    const { data, size } = encode(uri, { border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dots.join('') }
  }, [uri])
  return (
    <Box>
      <p>{t('enrol.scan')}</p>
      <Picture
        role="img"
        aria-label={t('enrol.picture')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </Picture>
      <Quiet>{t('enrol.type')}</Quiet>
      <Secret>{secret.match(/.{1,4}/g)?.join(' ')}</Secret>
    </Box>
  )
}

import KeyRound from 'lucide:key-round'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Quiet, Way } from '../../../ui/step-frame.tsx'

type Props = { text: string; busy: boolean; onPress: () => void }

/** A passkey, the way that comes first wherever there is one. */
export function PasskeyWay({ text, busy, onPress }: Props) {
  const { t } = useTranslation('factors')
  return (
    <Way>
      <Button
        variant="contained"
        fullWidth
        autoFocus
        aria-busy={busy}
        startIcon={<KeyRound size={20} />}
        onClick={onPress}
      >
        {text}
      </Button>
      <Quiet>{t('passkeyHint')}</Quiet>
    </Way>
  )
}

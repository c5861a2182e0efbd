import Button from '@mui/material/Button'
import KeyRound from 'lucide-react/icons/key-round'
import { Quiet, Way } from './step-frame.tsx'

type Props = { text: string; hint?: string; busy: boolean; onPress: () => void }

/** A passkey, the way that comes first wherever there is one. */
export function PasskeyWay({ text, hint, busy, onPress }: Props) {
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
      {hint && <Quiet>{hint}</Quiet>}
    </Way>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useTranslation } from 'react-i18next'
import type { OtherRecord } from '../../../../contract/patients.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import type { Joining } from './use-joining.ts'

type Props = { patient: string; other: OtherRecord; joining: Joining; onClose: () => void }

/** Asks before a visitor's record is parted from a patient's. */
export function PartDialog({ patient, other, joining, onClose }: Props) {
  const { t } = useTranslation('records')
  const { id, name, visits } = other
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={() => !joining.busy && onClose()}
      aria-labelledby="part-records"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="part-records">{t('part.title', { name })}</h2>
          <p>{t('part.text', { count: visits })}</p>
        </DialogIntro>
        <DialogMessages />
        <DialogButtons>
          <Button variant="outlined" onClick={() => !joining.busy && onClose()}>
            {t('part.keep')}
          </Button>
          <Button
            variant="contained"
            aria-disabled={joining.busy}
            onClick={() => joining.part({ patient, visitor: { id, name } }, onClose)}
          >
            {joining.busy ? t('part.busy') : t('part.do')}
          </Button>
        </DialogButtons>
      </DialogBody>
    </Dialog>
  )
}

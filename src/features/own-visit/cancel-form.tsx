import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LENGTH } from '../../../contract/fields.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

type Props = { busy: boolean; onCancel: (reason: string) => void; onClose: () => void }

/** Asks once whether the visit is to be cancelled; why, only who wants says. */
export function CancelForm({ busy, onCancel, onClose }: Props) {
  const { t } = useTranslation('visit')
  const [reason, setReason] = useState('')
  return (
    <Card
      as="form"
      aria-labelledby="cancel-title"
      onSubmit={(event) => {
        event.preventDefault()
        // One line, since it goes to the desk's screens.
        onCancel(reason.replace(/\s+/g, ' ').trim())
      }}
    >
      <h2 id="cancel-title">{t('cancel.title')}</h2>
      <TextField
        field={{
          id: 'reason',
          name: 'reason',
          hintId: 'reason-hint',
          value: reason,
          required: false,
          locked: busy,
          error: undefined,
          change: (text: string) => setReason(text.slice(0, MAX_LENGTH.cancelReason)),
        }}
        label={t('cancel.reason')}
        autoCapitalize="sentences"
        isLong
      />
      <Button type="submit" variant="contained" color="error" aria-busy={busy} autoFocus>
        {t('cancel.send')}
      </Button>
      <Button onClick={onClose}>{t('cancel.close')}</Button>
    </Card>
  )
}

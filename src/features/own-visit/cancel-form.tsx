import { useTranslation } from 'react-i18next'
import { CANCEL_REASON_MAX_LENGTH } from '../../../domain/own-visit.ts'
import { VisitButton } from './visit-button.tsx'

type Props = { busy: boolean; onCancel: (reason: string) => void; onClose: () => void }

/** Asks once whether the visit is to be cancelled; why, only who wants says. */
export function CancelForm({ busy, onCancel, onClose }: Props) {
  const { t } = useTranslation('visit')
  return (
    <form
      className="visit-card"
      aria-labelledby="cancel-title"
      onSubmit={(event) => {
        event.preventDefault()
        const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
        // One line, since it goes to the desk's screens.
        onCancel(reason.replace(/\s+/g, ' ').trim())
      }}
    >
      <h2 id="cancel-title">{t('cancel.title')}</h2>
      <div className="visit-field">
        <label htmlFor="reason">{t('cancel.reason')}</label>
        <textarea
          id="reason"
          name="reason"
          rows={3}
          maxLength={CANCEL_REASON_MAX_LENGTH}
          readOnly={busy}
          autoComplete="off"
          autoCapitalize="sentences"
        />
      </div>
      <VisitButton type="submit" look="contained" danger aria-busy={busy} autoFocus>
        {t('cancel.send')}
      </VisitButton>
      <VisitButton onClick={onClose}>{t('cancel.close')}</VisitButton>
    </form>
  )
}

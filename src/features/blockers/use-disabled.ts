import { useTranslation } from 'react-i18next'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'

/** Of the one sentence on the page that says why no blocker can be changed now. */
export const REASON_ID = 'blockers-reason'

/** What a button that changes blockers says of itself while none can be changed; nothing otherwise. */
export function useDisabled() {
  const { t } = useTranslation('blockers')
  const disabledReason = useDisabledReason()
  // Not `disabled`: the focus would be lost, and the reason not heard.
  return (
    disabledReason && {
      'aria-disabled': true,
      'aria-describedby': REASON_ID,
      title: t(`cannot.${disabledReason}`),
    }
  )
}

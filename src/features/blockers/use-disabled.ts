import { useTranslation } from 'react-i18next'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'

/** Id of the sentence that says why no blocker can be changed. */
export const REASON_ID = 'blockers-reason'

/** For buttons that change blockers; nothing while they can be changed. */
export function useDisabled() {
  const { t } = useTranslation('blockers')
  const disabledReason = useDisabledReason()
  // Not `disabled`: the focus would be lost, and the reason not read out.
  return (
    disabledReason && {
      'aria-disabled': true,
      'aria-describedby': REASON_ID,
      title: t(`cannot.${disabledReason}`),
    }
  )
}

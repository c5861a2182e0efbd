import { useTranslation } from 'react-i18next'
import { revokeDevice } from '../../../api/devices.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import { useTabletChange } from '../../../ui/own-pin/use-tablet-change.ts'
import { stopBeingTablet } from './become-tablet.ts'

/** A tablet that is to end: another one, or, with its token, this one. */
export type Ending = { id: string; name: string; token?: string }

/** Asks, naming the tablet, before it is revoked, or before this browser stops being one. */
export function EndDialog({ tablet, onClose }: { tablet: Ending; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const change = useTabletChange()
  const { id, name, token } = tablet
  const verb = token === undefined ? 'revoke' : 'stop'
  return (
    <AskDialog
      title={t(`end.${verb}`, { name })}
      text={t(`end.${verb}Text`)}
      keep={t('end.keep')}
      submit={t(verb === 'stop' ? 'end.stopSubmit' : 'revoke')}
      busy={t('end.busy')}
      act={() => change(() => (token === undefined ? revokeDevice(id) : stopBeingTablet({ id, token })))}
      done={() => t(`end.${verb}Done`, { name })}
      failed={t(`end.${verb}Failed`)}
      onClose={onClose}
    />
  )
}

import { useAtom } from 'jotai'
import { type ComponentType, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { type LazyModule, useLazyModule } from './lazy.tsx'
import { useMessages } from './messages.ts'

/**
 * The component of a lazy part of the staff pages, or undefined until it is loaded. A toast reports a failure.
 * @param wanted fetches it
 * @param onMissing called when it could not be fetched: resets what opened it, so that it can be tried again
 */
export function useLazyPart<P>(
  part: LazyModule<ComponentType<P>>,
  wanted: boolean,
  onMissing: () => void,
): ComponentType<P> | undefined {
  const { t } = useTranslation('shell')
  const { notify } = useMessages()
  const [newVersion, setNewVersion] = useAtom(newVersionAtom)
  const state = useLazyModule(part, wanted)
  const missing = useRef(() => {})
  useEffect(() => {
    missing.current = () => {
      const why = part.failsRepeatedly() ? t('partStillMissing') : t('partMissing')
      notify('error', newVersion === 'none' ? why : t('partReplaced'))
      // A postponed new version is needed now.
      if (newVersion === 'putOff') setNewVersion('waits')
      onMissing()
    }
  })
  useEffect(() => {
    if (state.status === 'failed') missing.current()
  }, [state.status])
  return state.status === 'ready' ? state.module : undefined
}

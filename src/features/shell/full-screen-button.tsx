import Maximize from 'lucide-react/icons/maximize'
import Minimize from 'lucide-react/icons/minimize'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { BarButton, ICON_PX } from './bars.ts'

const isFull = () => document.fullscreenElement !== null
function onChange(tell: () => void) {
  document.addEventListener('fullscreenchange', tell)
  return () => document.removeEventListener('fullscreenchange', tell)
}

/** Hidden where the browser has no full screen (iPhones). */
export function FullScreenButton() {
  const { t } = useTranslation('shell')
  const full = useSyncExternalStore(onChange, isFull)
  if (!document.fullscreenEnabled) return null
  const label = t(full ? 'topBar.leaveFullScreen' : 'topBar.fullScreen')
  const toggle = () => {
    const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // The browser may refuse, or Escape comes first: the page stays as it is.
    done.catch(() => {})
  }
  const Sign = full ? Minimize : Maximize
  return (
    <BarButton type="button" aria-label={label} title={label} onClick={toggle}>
      <Sign size={ICON_PX} />
    </BarButton>
  )
}

import { useColorScheme } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { layoutModeTypeAtom } from './layout-settings.ts'

/** Follows the choice of other tabs too; without one, the device. */
export function useChosenMode(): void {
  const { setMode } = useColorScheme()
  const chosen = useAtomValue(layoutModeTypeAtom)
  useEffect(() => {
    setMode(chosen ?? 'system')
    if (chosen) window.showMode?.(chosen)
  }, [chosen, setMode])
}

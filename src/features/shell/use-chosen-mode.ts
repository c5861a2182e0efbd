import { useColorScheme } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { layoutModeTypeAtom } from './layout-settings.ts'

/** Shows the page in the mode that was chosen, here or in another tab; without a choice in the device's. */
export function useChosenMode(): void {
  const { setMode } = useColorScheme()
  const chosen = useAtomValue(layoutModeTypeAtom)
  useEffect(() => {
    setMode(chosen ?? 'system')
    if (chosen) window.showMode?.(chosen)
  }, [chosen, setMode])
}

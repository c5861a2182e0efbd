import { useLayoutEffect } from 'react'
import { usePrinting } from './use-printing.ts'

/** Paper is white: whatever mode somebody has chosen, the page is printed in the light one. */
export function useLightOnPaper(): void {
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    if (!isPrinting) return
    const { dataset } = document.documentElement
    const { mode } = dataset
    dataset.mode = 'light'
    return () => {
      if (mode === undefined) delete dataset.mode
      else dataset.mode = mode
    }
  }, [isPrinting])
}

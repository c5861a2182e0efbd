import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed, so that parts for paper render only then. Synchronous: before the browser takes the page. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const paper = matchMedia('print')
    const begin = () => flushSync(() => setPrinting(true))
    const update = () => setPrinting(paper.matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', update)
    // A preview that is no print, such as that of the developer tools.
    paper.addEventListener('change', update)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', update)
      paper.removeEventListener('change', update)
    }
  }, [])
  return isPrinting
}

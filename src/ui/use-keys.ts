import { useEffect, useLayoutEffect, useRef } from 'react'

/** Whether a key is typed into something, or meant for a dialog or a menu that is open. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.matches('input, textarea, select, [contenteditable]') ||
    target.closest('[role=dialog], [role=menu], [role=listbox]') !== null
  )
}

/** Single-key shortcuts of the page, except while typing. @param keys action of each */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  // With the page, not a moment after it: a key that is pressed as soon as it is seen must not be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event))
        return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/**
 * A button that asks at the first press and acts at the second. A double press and a key that is held count as one.
 * @param of what is asked about: of anything else it is asked again
 */
export function useSure(of: string) {
  const [askedOf, setAskedOf] = useState<string | null>(null)
  const isAsked = askedOf === of
  return {
    isAsked,
    presses: (act: () => void) => ({
      onClick: ({ detail }: MouseEvent) => {
        if (detail > 1) return
        if (isAsked) act()
        else setAskedOf(of)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.repeat) event.preventDefault()
      },
    }),
  }
}

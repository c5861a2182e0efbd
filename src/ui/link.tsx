import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** An address of `paths`, query and all. */
  to: string
  /** Takes the place of the current entry of the history. */
  replace?: boolean
}

/**
 * A link to a page of ours, which opens without a load. Not React Router's own: the router is in the first load of
 * the booking page, and its link would bring 2 KB there that serve loaders and relative addresses, which we have not.
 */
export function Link({ to, replace = false, onClick, ...anchor }: Props) {
  const navigate = useNavigate()
  return (
    <a
      {...anchor}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        // A new tab, a new window or a download is the browser's business.
        const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.defaultPrevented || event.button !== 0 || modified) return
        event.preventDefault()
        navigate(to, { replace })
      }}
    />
  )
}

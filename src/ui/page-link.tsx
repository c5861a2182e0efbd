import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of ours (src/paths.ts). */
  to: string
  /** State of the history entry. */
  state?: unknown
}

/** React Router's own link would bring its data router, some 3 KB, into the first load of the booking page. */
export function PageLink({ to, state, onClick, ...rest }: Props) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // The browser handles new tabs, new windows and downloads.
    const wantsOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || wantsOther) return
    event.preventDefault()
    // A link to the open page adds no step of history.
    void navigate(to, { replace: to === pathname + search, state })
  }
  return <a {...rest} href={to} onClick={follow} />
}

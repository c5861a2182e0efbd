import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of ours (src/paths.ts). */
  to: string
}

/**
 * A link to another page of ours. React Router's own would bring its data router into the first load
 * of the booking page, some 3 KB that nothing here uses.
 */
export function PageLink({ to, onClick, ...rest }: Props) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // A new tab, a new window, a download: those are the browser's.
    const wantsOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || wantsOther) return
    event.preventDefault()
    // The page that is open already is no second step of history, as with any link.
    void navigate(to, { replace: to === pathname + search })
  }
  return <a {...rest} href={to} onClick={follow} />
}

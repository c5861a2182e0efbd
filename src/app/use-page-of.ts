import { useLocation } from 'react-router-dom'

/** What a table of addresses has for the current one; a slash at its end does not count. */
export function usePageOf<T>(pages: Record<string, T>): T | undefined {
  return pages[useLocation().pathname.replace(/\/+$/, '')]
}

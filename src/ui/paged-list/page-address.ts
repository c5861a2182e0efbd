import { useLocation, useNavigate } from 'react-router-dom'
import { pageOf } from './page-of.ts'

export type OpenPage = (page: number, options?: { replace?: boolean }) => void

/** Page number in the address of a list, as its only parameter. @param path of the list */
export function usePageAddress(path: string): { page: number; onPage: OpenPage } {
  const navigate = useNavigate()
  const { search } = useLocation()
  return {
    page: pageOf(new URLSearchParams(search)),
    onPage: (page, { replace = false } = {}) =>
      void navigate(page === 1 ? path : `${path}?page=${page}`, { replace }),
  }
}

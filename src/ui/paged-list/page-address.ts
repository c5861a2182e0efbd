import { useLocation, useNavigate } from 'react-router-dom'
import { pageOf } from './page-of.ts'

export type OpenPage = (page: number, options?: { replace?: boolean }) => void

/** The page of a list whose address says nothing else, and a way to another. @param path of the list */
export function usePageAddress(path: string): { page: number; onPage: OpenPage } {
  const navigate = useNavigate()
  const { search } = useLocation()
  return {
    page: pageOf(new URLSearchParams(search)),
    onPage: (page, { replace = false } = {}) =>
      void navigate(page === 1 ? path : `${path}?page=${page}`, { replace }),
  }
}

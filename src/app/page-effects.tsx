import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { clinic } from '../clinic.ts'
import { pageTitle } from './page-title.ts'

/** What every change of page brings: its title, and the top of the page. */
export function PageEffects() {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = pageTitle(pathname, clinic.name)
    scrollTo(0, 0)
  }, [pathname])
  return null
}

import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { paths } from '../app/paths.ts'
import { authUserAtom, isAdminAtom, tokenAtom } from './session-atoms.ts'

/** Renders its children for a signed-in staff member; anyone else goes to /login. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const user = useAtomValue(authUserAtom)
  const token = useAtomValue(tokenAtom)
  if (!user || !token) return <Navigate to={paths.login()} replace />
  return children
}

/** Renders its children for admins; other staff go to the booking page. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return useAtomValue(isAdminAtom) ? children : <Navigate to={paths.book()} replace />
}

import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { signOut } from '../../session/sign-out.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import { loginAtom } from './slices.ts'

/** /logout: clears the session and the state of the sign-in, then goes to /login (specification, section 2). */
export function LogoutPage() {
  const navigate = useNavigate()
  const dispatch = useSetAtom(loginAtom)
  useEffect(() => {
    signOut()
    dispatch({ type: 'logout' })
    navigate(paths.login(), { replace: true })
  }, [navigate, dispatch])
  return <PageLoading />
}

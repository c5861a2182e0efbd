import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { PageLoading } from '../../session/page-loading.tsx'
import { signOut } from '../../session/sign-out.ts'

/** /logout: clears the session, then goes to /login (specification, section 2). */
export function LogoutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    signOut()
    navigate(paths.login(), { replace: true })
  }, [navigate])
  return <PageLoading />
}

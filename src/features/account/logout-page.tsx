import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { signOut } from '../../session/sign-out.ts'
import { PageLoading } from '../../ui/page-loading.tsx'

/** /logout: clears the session, then goes to /login (specification, section 2). */
export function LogoutPage() {
  const navigate = useNavigate()
  useEffect(() => {
    signOut()
    navigate(paths.login(), { replace: true })
  }, [navigate])
  return <PageLoading />
}

import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { signOut } from '../../session/sign-out.ts'
import { useLeaving } from '../../ui/offline-requests/use-leaving.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { loginAtom } from './slices.ts'

/**
 * /logout: clears the session and the state of the sign-in, then goes to /login (specification, section 2). Where requests
 * are not sent it asks before.
 */
export function LogoutPage() {
  const navigate = useNavigate()
  const dispatch = useSetAtom(loginAtom)
  const { leave, question } = useLeaving()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const go = () => {
      signOut()
      dispatch({ type: 'logout' })
      navigate(paths.login(), { replace: true })
    }
    void leave(go, () => navigate(paths.dashboard(), { replace: true }))
  })
  return (
    <>
      <PageLoading />
      {question}
    </>
  )
}

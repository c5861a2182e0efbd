import { Route, Routes } from 'react-router-dom'
import { LoginPage } from '../features/account/login-page.tsx'
import { paths } from './paths.ts'

/** The account screens, each at its address; one chunk, which only staff fetch. */
export function AccountArea() {
  return (
    <Routes>
      <Route path={paths.login()} element={<LoginPage />} />
    </Routes>
  )
}

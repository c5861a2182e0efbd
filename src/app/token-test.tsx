import { useEffect } from 'react'
import { testToken } from '../session/open-session.ts'

/** The token test of the dashboard and config pages, each time one of them opens (specification, section 4). */
export function TokenTest() {
  useEffect(() => void testToken(), [])
  return null
}

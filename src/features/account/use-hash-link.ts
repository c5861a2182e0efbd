import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readHash } from './hash-link.ts'

/**
 * What came after '#', which is wiped from the address at once, so that it stays neither on screen nor in the
 * history. It is kept in memory alone: after a reload it is gone, and the link has to be opened again. Another link
 * that is opened in the same tab takes its place.
 */
export function useHashLink(): Readonly<Record<string, string>> {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState(() => readHash(hash))
  useEffect(() => {
    if (hash === '') return
    setLink(readHash(hash))
    navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])
  return link
}

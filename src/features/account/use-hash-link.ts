import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readHash } from './hash-link.ts'

/**
 * The values after '#', wiped from the address at once, so that they stay neither on screen nor in the history. They are
 * in memory alone: after a reload the link has to be opened again. Another link opened in the tab replaces them.
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

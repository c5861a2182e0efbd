import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mayHaveRequests, onRequestsChanged } from '../../../../device/request-mark.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { useLazyPart } from '../../../../ui/use-lazy-part.ts'
import { requestsSurface } from './panels.ts'

/** How many requests are asked and not booked, and what leads to them. Nothing of it is rendered before there is one. */
export function RequestsChip() {
  const mayBook = useAtomValue(mayAtom)('book.write')
  // What has been sent goes on being shown.
  const [isWanted, setWanted] = useState(mayHaveRequests)
  useEffect(() => onRequestsChanged(() => setWanted((before) => before || mayHaveRequests())), [])
  const Surface = useLazyPart(requestsSurface, mayBook && isWanted, () => setWanted(false))
  return mayBook && isWanted && Surface ? <Surface /> : null
}

import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { mayHaveAsked, onAsked } from '../../../../device/asked-mark.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { useLazyPart } from '../../../../ui/use-lazy-part.ts'
import { askedSurface } from './panels.ts'

/** How many requests are asked and not booked, and what leads to them. Nothing of it is rendered before there is one. */
export function AskedChip() {
  const mayBook = useAtomValue(mayAtom)('book.write')
  // What has been sent goes on being shown.
  const [isWanted, setWanted] = useState(mayHaveAsked)
  useEffect(() => onAsked(() => setWanted((before) => before || mayHaveAsked())), [])
  const Surface = useLazyPart(askedSurface, mayBook && isWanted, () => setWanted(false))
  return mayBook && isWanted && Surface ? <Surface /> : null
}

import { useAtom, useAtomValue } from 'jotai'
import { mayAtom } from '../../../session/rights.ts'
import { type DeskPlace, deskAtom } from './desk-atom.ts'

/** Opens the panel of a new appointment. */
export function useDesk(location: string) {
  const [desk, setDesk] = useAtom(deskAtom)
  const mayBook = useAtomValue(mayAtom)('book.write')
  // A pressed time is for the patient in the open panel.
  const open = (place: DeskPlace | null, patient = desk?.patient ?? null) => {
    if (!mayBook) return
    const { activeElement } = document
    setDesk({
      place,
      location: place?.location ?? location,
      opener: activeElement instanceof HTMLElement ? activeElement : null,
      patient,
    })
  }
  return {
    gap: desk?.place ?? null,
    isOpen: desk !== null,
    openAt: (place: DeskPlace) => open(place),
    openNew: mayBook ? () => open(null, null) : null,
  }
}

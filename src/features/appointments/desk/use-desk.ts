import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { mayAtom } from '../../../session/rights.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { noticeAtom } from '../actions/use-changes.ts'
import { type DeskPlace, deskAtom } from './desk-atom.ts'

/** Opens the panel of a new appointment, or says why it cannot be taken down now. */
export function useDesk(location: string) {
  const [desk, setDesk] = useAtom(deskAtom)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const disabledReason = useDisabledReason()
  const notify = useSetAtom(noticeAtom)
  // A time that is pressed is for whom the panel stands open.
  const open = (place: DeskPlace | null, patient = desk?.patient ?? null) => {
    if (!mayBook) return
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    const { activeElement } = document
    setDesk({
      place,
      location: place?.location ?? location,
      opener: activeElement instanceof HTMLElement ? activeElement : null,
      patient,
    })
  }
  return {
    hole: desk?.place ?? null,
    isOpen: desk !== null,
    openAt: (place: DeskPlace) => open(place),
    openNew: mayBook ? () => open(null, null) : null,
  }
}

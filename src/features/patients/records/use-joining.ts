import { useMutation } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { joinVisitor, partVisitor } from '../../../api/patients.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import { useRecordChange } from './use-record-change.ts'

export type Joining = {
  busy: boolean
  /** @param after once it is done, or was refused */
  join(pair: Pair, after?: () => void): void
  part(pair: Pair, after?: () => void): void
  /** The last change, to be undone. */
  last: (Pair & { joined: boolean }) | null
  undo(): void
}

/** Joins a visitor's record to a patient's, and parts it. @param onOpen shows the patient's record, in which both are now */
export function useJoining(onOpen: (id: string) => void): Joining {
  const change = useRecordChange()
  const [last, setLast] = useAtom(joinedAtom)
  const { mutate, isPending: busy } = useMutation({
    mutationFn: ({ patient, visitor, joined }: Pair & { joined: boolean }): Promise<PatientRecord> =>
      joined ? joinVisitor(patient, visitor.id) : partVisitor(patient, visitor.id),
    onSuccess: (record, done) => {
      change.done(record)
      setLast(done)
      onOpen(record.id)
    },
    onError: change.failed,
  })
  const set = (joined: boolean) => (pair: Pair, after?: () => void) => {
    if (!busy) mutate({ ...pair, joined }, { onSettled: () => after?.() })
  }
  return {
    busy,
    join: set(true),
    part: set(false),
    last,
    undo: () => last && set(!last.joined)(last),
  }
}

/** A registered patient's record, and that of a visitor. */
type Pair = { patient: string; visitor: { id: string; name: string } }

/** The records that were joined or parted last, for the sentence that takes it back. */
const joinedAtom = atom<(Pair & { joined: boolean }) | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(joinedAtom, null))

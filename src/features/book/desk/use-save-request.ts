import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { OfflineRequest, RequestDetails } from '../../../offline/requests/request.ts'
import { correctRequest, NotSaved, saveRequest, whereSaved } from '../../../offline/requests/requests.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { noticeAtom } from '../state/use-changes.ts'

export type SaveProblem = NotSaved['why'] | 'overtaken'
type Details = Pick<RequestDetails, 'name' | 'phone' | 'body'> & { key?: string }

/**
 * Saves an offline request on this device, or what is corrected of one.
 * @param wanted whether the panel is to save anything
 */
export function useSaveRequest(request: OfflineRequest | undefined, wanted: boolean) {
  const user = useAtomValue(authUserAtom)
  const notify = useSetAtom(noticeAtom)
  const [where, setWhere] = useState<Awaited<ReturnType<typeof whereSaved>>>()
  const id = wanted ? user?.id : undefined
  useEffect(() => {
    let isCurrent = true
    if (id !== undefined) void whereSaved({ id }).then((found) => isCurrent && setWhere(found))
    return () => {
      isCurrent = false
    }
  }, [id])

  /** @returns why it was not saved; null: it was */
  async function save(details: Details): Promise<SaveProblem | null> {
    if (!user) return 'no_key'
    try {
      if (request) return (await correctRequest(request, details)) ? null : 'overtaken'
      const number = await saveRequest({ ...details, by: { id: user.id, name: user.displayName } })
      notify({ kind: 'saved', request: number, name: details.name })
      return null
    } catch (error) {
      if (error instanceof NotSaved) return error.why
      throw error
    }
  }
  return {
    save,
    /** Sealed on the device, in this tab alone, or nowhere (null); undefined: not known yet. */
    where,
  }
}

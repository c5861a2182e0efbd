import { useState } from 'react'
import { messageFor } from '../http/message-for.ts'
import { useMessages } from './messages.ts'

/**
 * Runs the work of a button, one at a time, and reports failures.
 * @param failed message of a failure that has none of its own
 */
export function useOneAct(failed: string) {
  const { notify, clear } = useMessages()
  const [busy, setBusy] = useState(false)
  async function act(work: () => Promise<void>): Promise<void> {
    if (busy) return
    clear()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify('error', messageFor(error, failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}

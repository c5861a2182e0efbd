import { useState } from 'react'
import { messageFor } from '../http/message-for.ts'
import { useMessages } from './messages.ts'

/**
 * For a press that asks the server or the browser: one at a time, and what fails is told.
 * @param failed the sentence for a failure that has none of its own
 */
export function useOneAct(failed: string) {
  const { notify, clear } = useMessages()
  const [busy, setBusy] = useState(false)
  async function act(asked: () => Promise<void>): Promise<void> {
    if (busy) return
    clear()
    setBusy(true)
    try {
      await asked()
    } catch (error) {
      notify('error', messageFor(error, failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}

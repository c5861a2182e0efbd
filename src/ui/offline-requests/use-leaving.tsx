import { useState } from 'react'
import { mayHaveRequests } from '../../device/request-mark.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { lazyModule, withTexts } from '../lazy.tsx'
import { useLazyPart } from '../use-lazy-part.ts'

const leaveQuestion = lazyModule(
  async () => (await withTexts(import('./leave-question.tsx'), 'asked')).LeaveQuestion,
)

const lockedQuestion = lazyModule(
  async () => (await withTexts(import('./locked-question.tsx'), 'asked')).LockedQuestion,
)

/** Number of unsent requests here that open for the present person. */
async function unsent(): Promise<number> {
  if (!mayHaveRequests()) return 0
  try {
    const { readRequests } = await import('../../offline/requests/requests.ts')
    return (await readRequests()).requests.length
  } catch {
    // A browser that refuses its storage has nothing to lose there.
    return 0
  }
}

/**
 * Asks what is to become of requests that are not sent before a session ends.
 * @returns `leave`, which does something at once or after the question, and the question
 */
export function useLeaving() {
  const [asked, setAsked] = useState<{ go: () => void; stay: () => void } | null>(null)
  const close = () => setAsked(null)
  const LeaveQuestion = useLazyPart(leaveQuestion, asked !== null, close)
  return {
    leave: async (go: () => void, stay: () => void = () => {}) => {
      if ((await unsent()) === 0) go()
      else setAsked({ go, stay })
    },
    question: asked && LeaveQuestion && (
      <LeaveQuestion
        onLeave={() => {
          close()
          asked.go()
        }}
        onStay={() => {
          close()
          asked.stay()
        }}
      />
    ),
  }
}

/**
 * The same for a locked session, in which nothing can be sent or printed. On a reception tablet nothing is lost: requests
 * saved there open with a PIN.
 */
export function useLeavingLocked() {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const close = () => setAsked(null)
  const LockedQuestion = useLazyPart(lockedQuestion, asked !== null, close)
  return {
    leave: (go: () => void) => {
      if (isTablet() || !mayHaveRequests()) go()
      else setAsked({ go })
    },
    question: asked && LockedQuestion && <LockedQuestion onLeave={asked.go} onStay={close} />,
  }
}

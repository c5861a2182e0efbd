import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { patientToken } from '../../../session/patient-token.ts'
import { useMessages } from '../../../ui/messages.ts'
import { bookingAtom } from './booking-atom.ts'
import { checkVerification, leavePatient } from './patient-session.ts'

/**
 * Interval of checks whether the patient's half hour is over, in milliseconds; the page has no clock of it.
 */
const CHECK_MS = 5 * 60_000

/** Notices that a verification has ended while the page is open, and when it is looked at again. */
export function usePatientSession(): void {
  const store = useStore()
  const { t } = useTranslation('booking')
  const { notify } = useMessages()
  const isVerified = useAtomValue(bookingAtom).patient !== null
  useEffect(() => {
    if (!isVerified) return
    // Somebody has signed in or out in this tab meanwhile, which clears its storage: what is in memory goes as well.
    if (patientToken.read() === null) {
      leavePatient(store)
      return
    }
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      const isOnScreen = store.get(bookingAtom).booked === null
      if ((await checkVerification(store)) && isOnScreen) notify('info', t('validation.ended'))
    }
    const onSign = () => void check()
    const timer = setInterval(onSign, CHECK_MS)
    document.addEventListener('visibilitychange', onSign)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSign)
    }
  }, [isVerified, store, notify, t])
}

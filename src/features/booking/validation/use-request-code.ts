import '../../../device/proof/when-asked.ts'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { classifyContact } from '../../../../domain/contact.ts'
import { sendCode } from '../../../api/one-time-codes.ts'
import { presentLanguage } from '../../../i18n/present-language.ts'
import { messageForAnswer } from '../../../i18n/wire-messages.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { verifyAtom } from './verify-atom.ts'

/**
 * Asks for a code and goes where the answer leads, with the server's sentence about it.
 * @returns a function of what was typed and of the name that was chosen among several; it throws ApiError
 */
export function useRequestCode(): (contact: string, choiceId?: string | null) => Promise<void> {
  const clinic = useClinic()
  const store = useStore()
  const { t } = useTranslation('booking')
  const { notify, leave } = useMessages()

  return async function request(contact, choiceId = null) {
    const { location } = store.get(bookingAtom).form
    if (!clinic.locations.some(({ code }) => code === location)) {
      return notify('error', t('field.location_unknown'))
    }
    leave()
    const before = store.get(verifyAtom)
    const askedAt = Date.now()
    const kind = classifyContact(contact)
    const isClinicId = kind === 'clinic_id'
    const { data, message } = await sendCode(kind === 'phone' ? 'sms' : 'email', {
      emrId: isClinicId ? contact : '',
      destination: isClinicId ? '' : contact,
      location,
      rawId: choiceId,
      language: presentLanguage(),
    })
    // Who has gone back or on meanwhile does not want to be fetched.
    if (store.get(verifyAtom) !== before || store.get(bookingAtom).step !== 1) return
    store.set(verifyAtom, { type: 'answered', contact, choiceId, sent: data, askedAt })
    const isChoice = data.some(({ names }) => names !== undefined)
    const event = isChoice ? 'chooseName' : kind === 'phone' ? 'codeByPhone' : 'codeByEmail'
    const answer = messageForAnswer(message, event)
    if (answer) notify('info', answer)
  }
}

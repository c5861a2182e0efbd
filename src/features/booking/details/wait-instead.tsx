import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitForTime } from '../../../api/own-waiting.ts'
import { messageFor } from '../../../http/message-for.ts'
import { requestKeys } from '../../../http/request-keys.ts'
import { presentLanguage } from '../../../i18n/present-language.ts'
import { patientToken } from '../../../session/patient-token.ts'
import { Hint } from '../../../ui/card.tsx'
import { ANY_TIME, WishFields } from '../../../ui/waiting/wish-fields.tsx'
import { bookingAtom } from '../state/booking-atom.ts'
import { CallClinic } from '../step/call-clinic.tsx'

const Box = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: 16,
  padding: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  '& > div': { width: '100%' },
  '& > [role=alert]': { color: theme.vars.palette.error.main, fontWeight: 600 },
}))

type State = { is: 'asking' | 'sending' | 'added' } | { is: 'failed'; why: string }

/**
 * Waiting list in place of a time, for a verified patient. Others have no verified contact, so they book first and
 * use the link of that appointment.
 */
export function WaitInstead() {
  const { t } = useTranslation('wish')
  const { form, patient } = useAtomValue(bookingAtom)
  const [wish, setWish] = useState(ANY_TIME)
  const [state, setState] = useState<State>({ is: 'asking' })
  const [keys] = useState(requestKeys)
  const id = useId()
  const token = patientToken.read()

  async function add() {
    if (!token || state.is === 'sending') return
    setState({ is: 'sending' })
    try {
      const { location, serviceId, doctorId } = form
      const body = {
        location,
        ...(serviceId && { service: serviceId }),
        ...(doctorId && { doctor: doctorId }),
        language: presentLanguage(),
        weekdays: [...wish.weekdays],
        partOfDay: wish.partOfDay,
      }
      await keys.send(body, (key) => waitForTime(token, body, key))
      setState({ is: 'added' })
    } catch (error) {
      setState({ is: 'failed', why: messageFor(error, t('patient.failed')) })
    }
  }

  return (
    <Box aria-labelledby={id}>
      <h4 id={id}>{t('patient.title')}</h4>
      {!(patient && token) ? (
        <>
          <Hint>{t('patient.book')}</Hint>
          <CallClinic />
        </>
      ) : state.is === 'added' ? (
        <p role="status">{t('patient.added')}</p>
      ) : (
        <>
          <Hint>{t('patient.what')}</Hint>
          <WishFields wish={wish} onWish={setWish} />
          {state.is === 'failed' && <p role="alert">{state.why}</p>}
          <Button variant="outlined" aria-busy={state.is === 'sending'} onClick={() => void add()}>
            {t('patient.add')}
          </Button>
        </>
      )}
    </Box>
  )
}

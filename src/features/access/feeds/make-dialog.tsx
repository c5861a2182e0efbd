import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reaches } from '../../../../domain/rights.ts'
import { feedQueries, makeFeed } from '../../../api/feeds.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { messageFor } from '../../../http/message-for.ts'
import { reachOfUser } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useMessages } from '../../../ui/messages.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { useDoctorOptions } from '../../../ui/use-doctor-options.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useClinic } from '../../../use-clinic.ts'
import { checkFeed, feedWire } from './feed-form.ts'
import { MadeAddress } from './made-address.tsx'

/** Makes a feed, then shows its address, which nobody can look up later. A doctor has the own visits to choose alone. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const clinic = useClinic()
  const { t } = useTranslation('feeds')
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const user = useAtomValue(authUserAtom)
  const reach = user && reachOfUser(user, 'feeds')
  const locations = reach ? clinic.locations.filter(({ code }) => reaches(reach, code)) : []
  const ownDoctor = reach?.doctorId ?? null
  const doctors = useDoctorOptions(locations.map(({ code }) => code))
  const [made, setMade] = useState<string | null>(null)
  const form = useForm({
    initial: {
      of: ownDoctor === null ? 'location' : 'doctor',
      location: (locations.find(({ code }) => code === user?.location) ?? locations[0])?.code ?? '',
      doctorId: ownDoctor ?? '',
      shows: 'initials',
    },
    check: checkFeed,
    messages: useFieldMessages('feeds'),
    send: async (values, key) => {
      clear()
      const { path } = await makeFeed(feedWire(values), key)
      setMade(`${location.origin}${path}`)
      await refetchChanged(queries, feedQueries.all())
    },
    failed: (error) => notify('error', messageFor(error, t('make.failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    // The address is not shown again: only its button closes it.
    <FormDialog labelledBy="make-feed" onClose={() => made === null && close()}>
      <DialogBody>
        <DialogIntro>
          <h2 id="make-feed">{made === null ? t('make.title') : t('made.title')}</h2>
          {made === null && ownDoctor !== null && <p>{t('make.own')}</p>}
        </DialogIntro>
        <DialogMessages />
        {made === null ? (
          <Form form={form}>
            {ownDoctor === null && (
              <RadioField
                field={form.field('of')}
                label={t('make.of')}
                options={[
                  { value: 'location', label: t('make.location') },
                  { value: 'doctor', label: t('make.doctor') },
                ]}
              />
            )}
            {ownDoctor === null && form.values.of === 'location' && (
              <SelectField
                field={form.field('location')}
                label={t('make.location')}
                options={locations.map(({ code, name }) => ({ value: code, label: name }))}
              />
            )}
            {ownDoctor === null && form.values.of === 'doctor' && (
              <SelectField
                field={form.field('doctorId')}
                label={t('make.doctor')}
                options={[{ value: '', label: t('make.choose') }, ...doctors]}
              />
            )}
            <RadioField
              field={form.field('shows')}
              label={t('make.shows')}
              options={[
                { value: 'initials', label: t('initials') },
                { value: 'names', label: t('names') },
              ]}
            />
            <Note kind="info">
              <NoteSign kind="info" />
              <span>{t(form.values.shows === 'names' ? 'make.namesWarning' : 'make.initialsNote')}</span>
            </Note>
            <DialogFoot>
              <Button variant="outlined" disabled={form.busy} onClick={close}>
                {t('make.cancel')}
              </Button>
              <SubmitButton busy={form.busy} busyText={t('make.busy')}>
                {t('make.submit')}
              </SubmitButton>
            </DialogFoot>
          </Form>
        ) : (
          <MadeAddress address={made} onClose={close} />
        )}
      </DialogBody>
    </FormDialog>
  )
}

import { styled } from '@mui/material/styles'
import { useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffUser } from '../../../contract/auth.ts'
import { reachOf } from '../../../domain/rights.ts'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { authProvider } from '../../session/auth.ts'
import { inSession } from '../../session/in-session.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { Columns } from '../../ui/form/columns.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useMessages } from '../../ui/messages.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { checkProfile } from './checks.ts'
import { locationOptions } from './location-options.ts'
import { profileAtom } from './slices.ts'

const Facts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '12px 40px',
  margin: 0,
  '& dt': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600, overflowWrap: 'anywhere' },
}))

const Buttons = styled('div')({
  display: 'flex',
  justifyContent: 'flex-end',
  '& > [aria-describedby]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** Staff change these themselves; only admins change type and email. */
export function ProfileForm({ user }: { user: StaffUser }) {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const store = useStore()
  const dispatch = useSetAtom(profileAtom)
  useEffect(() => dispatch({ type: 'reset' }), [dispatch])
  const disabled = useDisabledWithout()
  // Whose rights are bound to locations chooses among them.
  const bounds = reachOf(user, 'book.read')?.locations
  const form = useForm({
    initial: {
      username: user.username,
      other_names: user.other_names,
      surname: user.surname,
      location: user.location ?? '',
      profession: user.profession ?? '',
      job_title: user.job_title ?? '',
    },
    check: checkProfile,
    messages: useFieldMessages('account'),
    send: async (values) => {
      clear()
      dispatch({ type: 'request' })
      try {
        const saved = await inSession((token) =>
          authProvider.editProfile(token, { ...values, idx: user.id, location: values.location || 'all' }),
        )
        // Someone else may have signed in meanwhile.
        if (store.get(authUserAtom)?.id === saved.user.id) store.set(authUserAtom, saved.user)
        const message = messageForAnswer(saved.message, 'profileSaved') ?? t('profile.saved')
        dispatch({ type: 'success', message })
      } catch (error) {
        dispatch({ type: 'error', error: messageFor(error, t('profile.failed')) })
        throw error
      }
      notify('success', store.get(profileAtom).success)
    },
    failed: () => notify('error', store.get(profileAtom).error),
  })
  return (
    <>
      <Facts>
        <div>
          <dt>{t('profile.email')}</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>{t('profile.type')}</dt>
          <dd>{t(`type.${user.type}`)}</dd>
        </div>
      </Facts>
      <Form form={disabled ? { ...form, submit: () => {} } : form} label={t('profile.title')}>
        <Columns>
          <TextField
            field={form.field('other_names')}
            label={t('profile.otherNames')}
            autoComplete="given-name"
            autoCapitalize="words"
            required
          />
          <TextField
            field={form.field('surname')}
            label={t('profile.surname')}
            autoComplete="family-name"
            autoCapitalize="words"
            required
          />
          <TextField
            field={form.field('username')}
            label={t('profile.username')}
            autoComplete="username"
            required
          />
          <SelectField
            field={form.field('location')}
            label={t('profile.location')}
            options={bounds ? locationOptions(null, bounds) : locationOptions(t('profile.allLocations'))}
          />
          <TextField
            field={form.field('profession')}
            label={t('profile.profession')}
            autoCapitalize="words"
          />
          <TextField
            field={form.field('job_title')}
            label={t('profile.jobTitle')}
            autoComplete="organization-title"
            autoCapitalize="words"
          />
        </Columns>
        <Buttons>
          <SubmitButton busy={form.busy} busyText={t('profile.busy')} {...disabled}>
            {t('profile.submit')}
          </SubmitButton>
        </Buttons>
      </Form>
    </>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { StaffUser } from '../../../contract/auth.ts'
import { reachOf } from '../../../domain/rights.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { messageFor } from '../../http/message-for.ts'
import { messageForAnswer } from '../../i18n/wire-messages.ts'
import { paths } from '../../paths.ts'
import { authProvider } from '../../session/auth.ts'
import { inSession } from '../../session/in-session.ts'
import { mayAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { signOut } from '../../session/sign-out.ts'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/form/columns.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { lazyModule, lazyPage, useLazyModule } from '../../ui/lazy.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { useLeaving } from '../../ui/offline-requests/use-leaving.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFieldMessages } from '../../ui/use-field-messages.ts'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'
import { checkChangePassword, checkProfile } from './checks.ts'
import { locationOptions } from './location-options.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { profileAtom } from './slices.ts'
import { onlyProviderOf, useSocialProviders } from './use-social-providers.ts'

// Of no use without a connection.
const factorsCard = lazyModule(async () => (await import('./factors/factors-card.tsx')).FactorsCard)
const sessions = lazyPage(async () => (await import('./own-sessions.tsx')).OwnSessions)
const tabletPin = lazyPage(async () => (await import('./tablet-pin-card.tsx')).TabletPinCard)

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  maxWidth: 720,
})

const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
})

const Name = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}))

export function ProfilePage() {
  const { t } = useTranslation('account')
  useFreshStatus()
  const navigate = useNavigate()
  const user = useAtomValue(authUserAtom)
  // Without a connection it is missing, and of no use.
  const factors = useLazyModule(factorsCard)
  const mayReadBook = useAtomValue(mayAtom)('book.read')
  if (!user) return null
  return (
    <Page>
      <Top>
        <div>
          <h1>{t('profile.title')}</h1>
          <Name>{user.displayName}</Name>
        </div>
        {/* The user menu offers this to admins only (section 6). */}
        <Button variant="outlined" onClick={() => navigate(paths.logout())}>
          {t('profile.signOut')}
        </Button>
      </Top>
      <NeedsConnection />
      <StatusAlert />
      <Card>
        {/* The key resets the form when another person signs in. */}
        <ProfileForm key={user.id} user={user} />
      </Card>
      {factors.status === 'ready' && (
        <Card>
          <Suspense>
            <factors.module key={user.id} staffId={user.id} />
          </Suspense>
        </Card>
      )}
      <Card>
        <ChangePasswordForm key={user.id} />
      </Card>
      {isTablet() && mayReadBook && (
        <Suspense>
          <tabletPin.Page />
        </Suspense>
      )}
      <Suspense>
        <sessions.Page />
      </Suspense>
    </Page>
  )
}

/** The server ends every session when the password changes, so this tab signs out too. */
function ChangePasswordForm() {
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const navigate = useNavigate()
  const disabled = useDisabledWithout()
  const { leave, question } = useLeaving()
  const user = useAtomValue(authUserAtom)
  const about = user
    ? { username: user.username, email: user.email, surname: user.surname, otherNames: user.other_names }
    : {}
  const form = useForm({
    initial: { current: '', password: '', repeat: '' },
    check: checkChangePassword,
    messages: useFieldMessages('account'),
    send: async ({ current, password }) => {
      clear()
      const message = await inSession((token) => authProvider.changePassword(token, { current, password }))
      signOut()
      notify('success', messageForAnswer(message, 'passwordChanged') ?? message)
      navigate(paths.login(), { replace: true })
    },
    failed: (error) => notify('error', messageFor(error, t('reset.failed'))),
  })
  const only = onlyProviderOf(useSocialProviders())
  const [wantsPassword, setWantsPassword] = useState(false)
  if (only && !wantsPassword) {
    return (
      <>
        <h2>{t('reset.title')}</h2>
        <p>{t('passwordsOff', { name: only.name })}</p>
        <Button variant="text" size="small" onClick={() => setWantsPassword(true)}>
          {t('reset.title')}
        </Button>
      </>
    )
  }
  return (
    <>
      <h2>{t('reset.title')}</h2>
      <p>{t('reset.text')}</p>
      <Form
        form={{ ...form, submit: disabled ? () => {} : () => void leave(form.submit) }}
        label={t('reset.title')}
      >
        <PasswordField
          field={form.field('current')}
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          showLabel={t('showPassword')}
        />
        <NewPasswordFields
          password={form.field('password')}
          repeat={form.field('repeat')}
          label={t('reset.password')}
          repeatLabel={t('reset.repeat')}
          about={about}
        />
        <SubmitButton busy={form.busy} busyText={t('reset.busy')} {...disabled}>
          {t('reset.submit')}
        </SubmitButton>
      </Form>
      {question}
    </>
  )
}

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
function ProfileForm({ user }: { user: StaffUser }) {
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

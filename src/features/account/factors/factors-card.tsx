import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factors } from '../../../../contract/second-factor.ts'
import {
  beginFactor,
  factorQueries,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from '../../../api/factors.ts'
import { refetchChanged } from '../../../api/refetch-changed.ts'
import { messageFor } from '../../../http/message-for.ts'
import { DialogBody, DialogButtons, DialogIntro, DialogMessages } from '../../../ui/dialog-body.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useDisabledWithout } from '../../../ui/needs-connection.tsx'
import { Quiet } from '../../../ui/step-frame.tsx'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { Enrol } from './enrol.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Factor = Factors['factors'][number]
type Change =
  | { kind: 'add' }
  | { kind: 'codes' }
  | { kind: 'remove'; factor: Factor }
  | { kind: 'rename'; factor: Factor }

const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    minHeight: 48,
    padding: '8px 0',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}))

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Name = styled('p')({ fontWeight: 600, overflowWrap: 'anywhere' })

/** One's own second factors, on the profile. */
export function FactorsCard({ staffId }: { staffId: string }) {
  const { t } = useTranslation('factors')
  const disabled = useDisabledWithout()
  const queries = useQueryClient()
  const query = factorQueries.own(staffId)
  const { data } = useQuery(query)
  const [change, setChange] = useState<Change>()
  const when = useInstants()
  const open = (next: Change) => () => {
    if (!disabled) setChange(next)
  }
  const close = () => {
    setChange(undefined)
    void refetchChanged(queries, query.queryKey)
  }
  const factors = data?.factors ?? []
  const isDue = data?.dueAt && factors.length === 0
  return (
    <>
      <div>
        <h2>{t('card.title')}</h2>
        <Quiet>{isDue && data.dueAt ? t('card.due', { when: when(data.dueAt) }) : t('card.text')}</Quiet>
      </div>
      {factors.length > 0 && (
        <Rows>
          {factors.map((factor) => (
            <li key={factor.id}>
              <div>
                <Name>{factor.name}</Name>
                <Quiet>
                  {t(`kind.${factor.kind}`)}
                  {factor.lastUsedAt && `, ${t('card.used', { when: when(factor.lastUsedAt) })}`}
                </Quiet>
              </div>
              <Actions>
                <Button
                  variant="outlined"
                  {...disabled}
                  aria-label={t('card.renameOf', { name: factor.name })}
                  onClick={open({ kind: 'rename', factor })}
                >
                  {t('card.rename')}
                </Button>
                <Button
                  variant="outlined"
                  color="error"
                  {...disabled}
                  aria-label={t('card.removeOf', { name: factor.name })}
                  onClick={open({ kind: 'remove', factor })}
                >
                  {t('card.remove')}
                </Button>
              </Actions>
            </li>
          ))}
        </Rows>
      )}
      <Actions>
        <Button variant="contained" {...disabled} onClick={open({ kind: 'add' })}>
          {t('card.add')}
        </Button>
        {factors.length > 0 && (
          <Button variant="outlined" {...disabled} onClick={open({ kind: 'codes' })}>
            {t('card.codes', { count: data?.recoveryCodes ?? 0 })}
          </Button>
        )}
      </Actions>
      {change && <ChangeDialog change={change} byPassword={data?.byPassword ?? true} onClose={close} />}
    </>
  )
}

type DialogProps = {
  change: Change
  /** Else a fresh sign-in at the provider is asked for, once the change is sent. */
  byPassword: boolean
  onClose: () => void
}

function ChangeDialog({ change, byPassword, onClose }: DialogProps) {
  const { t } = useTranslation('factors')
  const { notify, clear } = useMessages()
  const [begun, setBegun] = useState<Awaited<ReturnType<typeof beginFactor>>>()
  const [codes, setCodes] = useState<string[]>()
  const [showsCodes, setShowsCodes] = useState(false)
  const name = 'factor' in change ? change.factor.name : ''
  const asksForName = change.kind === 'rename'
  const asksForPassword = byPassword && !asksForName
  const form = useForm({
    initial: { password: '', name },
    check: (values) => {
      if (asksForName) return values.name.trim() === '' ? { name: { key: 'required' } } : {}
      return asksForPassword && values.password.trim() === '' ? { password: { key: 'required' } } : {}
    },
    messages: useFieldMessages('account'),
    send: async ({ password: entered, name: typed }) => {
      clear()
      const password = asksForPassword ? entered : undefined
      if (change.kind === 'add') return setBegun(await beginFactor(password))
      if (change.kind === 'codes') return setCodes(await renewRecoveryCodes(password))
      if (change.kind === 'rename') await renameFactor(change.factor.id, typed.trim())
      else await removeFactor(change.factor.id, password)
      notify('success', t(`done.${change.kind}`, { name }))
      onClose()
    },
    failed: (error) => notify('error', messageFor(error, t('failed'))),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  const added = () => {
    notify('success', t('done.add'))
    onClose()
  }
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      onClose={(_, reason) => reason === 'escapeKeyDown' && close()}
      aria-labelledby="change-factor"
    >
      <DialogBody>
        <DialogIntro>
          <h2 id="change-factor">{t(`change.${change.kind}`, { name })}</h2>
          {asksForPassword && !begun && !codes && <p>{t('change.text')}</p>}
        </DialogIntro>
        <DialogMessages />
        {begun && (
          <Enrol step={begun.step} kinds={begun.kinds} onCodes={() => setShowsCodes(true)} onDone={added} />
        )}
        {codes && <RecoveryCodes codes={codes} onDone={close} />}
        {!begun && !codes && (
          <Form form={form}>
            {asksForName && (
              <TextField field={form.field('name')} label={t('change.name')} required autoFocus />
            )}
            {asksForPassword && (
              <PasswordField
                field={form.field('password')}
                label={t('change.password')}
                autoComplete="current-password"
                autoFocus
                showLabel={t('change.show')}
              />
            )}
            <DialogButtons>
              <Button variant="outlined" onClick={close}>
                {t('change.close')}
              </Button>
              <SubmitButton busy={form.busy} busyText={t('busy')}>
                {t(`change.${change.kind}Submit`)}
              </SubmitButton>
            </DialogButtons>
          </Form>
        )}
        {begun && !showsCodes && (
          <DialogButtons>
            <Button variant="outlined" onClick={close}>
              {t('change.close')}
            </Button>
          </DialogButtons>
        )}
      </DialogBody>
    </Dialog>
  )
}

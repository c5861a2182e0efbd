import Button from '@mui/material/Button'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { DialogBody, DialogFoot, DialogIntro, DialogMessages } from '../../ui/dialog-body.tsx'
import { CopyLine } from '../../ui/form/copy-line.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { Problems } from '../../ui/form/problems.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useMessages } from '../../ui/messages.ts'

type CreateForm<F extends string> = ReturnType<typeof useForm<F>>

type Props<F extends string> = {
  title: string
  text?: string | undefined
  buttons: Record<'cancel' | 'submit' | 'busy', string>
  initial: Record<F, string>
  check: (values: Record<F, string>) => Problems<F>
  /** Sentences of wrong fields, by key. */
  messages: (key: string) => string
  /** The server's sentences of this form alone, by key. */
  own?: Readonly<Record<string, string>>
  /** @returns a secret to show in place of the form; undefined: there is none */
  create: (values: Record<F, string>, key: string) => Promise<string | undefined>
  /** The sentence for an error that belongs to no field. */
  failed: (error: unknown) => string
  /** Queries to fetch again afterwards. */
  changes?: QueryKey
  onClose: () => void
  /** View of the secret, once it is created. */
  secret?: (form: CreateForm<F>) => SecretView
  children: (form: CreateForm<F>) => ReactNode
}

/** Form that creates a credential and then shows its secret, if it has one. */
export function CreateDialog<F extends string>({
  title,
  text,
  buttons,
  create,
  failed,
  changes,
  onClose,
  secret: view,
  children,
  ...fields
}: Props<F>) {
  const titleId = useId()
  const { notify, clear } = useMessages()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const form = useForm({
    ...fields,
    send: async (values, key) => {
      clear()
      setSecret(await create(values, key))
      if (changes) await refetchChanged(queries, changes)
    },
    failed: (error) => notify('error', failed(error)),
  })
  const close = () => {
    if (form.busy) return
    clear()
    onClose()
  }
  return (
    // A secret is not shown again: only its button closes it.
    <FormDialog labelledBy={titleId} onClose={() => secret === undefined && close()}>
      {secret !== undefined && view ? (
        <OneTimeSecret {...view(form)} titleId={titleId} value={secret} onDone={close} />
      ) : (
        <DialogBody>
          <DialogIntro>
            <h2 id={titleId}>{title}</h2>
            {text && <p>{text}</p>}
          </DialogIntro>
          <DialogMessages />
          <Form form={form}>
            {children(form)}
            <DialogFoot>
              <Button variant="outlined" disabled={form.busy} onClick={close}>
                {buttons.cancel}
              </Button>
              <SubmitButton busy={form.busy} busyText={buttons.busy}>
                {buttons.submit}
              </SubmitButton>
            </DialogFoot>
          </Form>
        </DialogBody>
      )}
    </FormDialog>
  )
}

type SecretView = Omit<ComponentProps<typeof CopyLine>, 'value'> & {
  title: string
  text?: string
  done: string
  /** Buttons before the one that closes the dialog. */
  actions?: ReactNode
  children?: ReactNode
}

type SecretProps = SecretView & { titleId: string; value: string; onDone: () => void }

/** Contents of a dialog: a secret that can be copied now and is never shown again. */
export function OneTimeSecret({
  title,
  text,
  done,
  actions,
  children,
  titleId,
  onDone,
  ...line
}: SecretProps) {
  return (
    <DialogBody>
      <DialogIntro>
        <h2 id={titleId}>{title}</h2>
        {text && <p>{text}</p>}
      </DialogIntro>
      <DialogMessages />
      <CopyLine {...line} />
      {children}
      <DialogFoot>
        {actions}
        <Button variant="outlined" onClick={onDone}>
          {done}
        </Button>
      </DialogFoot>
    </DialogBody>
  )
}

import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../http/api-error.ts'
import { requestKeys } from '../../http/request-keys.ts'
import { storedOf, useStored } from '../../session/open-forms.ts'
import { type FormField, formField } from './form-field.ts'
import { problemsOfWire } from './problem-of-wire.ts'
import type { Problems } from './problems.ts'

type Options<F extends string> = {
  /**
   * Subject of the form, if others have the same form: drafts of one subject are not restored for another.
   */
  about?: string
  initial: Record<F, string>
  /** A form with mistakes is not sent. */
  check: (values: Record<F, string>) => Problems<F>
  /**
   * An ApiError with errors of this form's fields shows them there. @param key Idempotency-Key of these values, until they have
   * been sent
   */
  send: (values: Record<F, string>, key: string) => Promise<void>
  /** Handles any other error of sending. */
  failed: (error: unknown) => void
  /** The sentence for a key of the contract's table. */
  messages: (key: string) => string
  /** The server's sentences of this form alone, by key: a table that other pages need not carry. */
  own?: Readonly<Record<string, string>>
}

/** Sends once at a time. After a failure the first wrong field gets the focus. */
export function useForm<F extends string>({
  about = '',
  initial,
  check,
  send,
  failed,
  messages,
  own,
}: Options<F>) {
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [keys] = useState(requestKeys)
  const [values, setValues] = useStoredValues(initial, about)
  const [problems, setProblems] = useState<Problems<F>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(0)

  useEffect(() => {
    if (refused === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // A field of several parts, such as a date, takes the focus in its first part.
    const target = wrong?.querySelector<HTMLElement>('[role=spinbutton]') ?? wrong
    target?.focus()
  }, [refused])

  function refuse(found: Problems<F>): boolean {
    setProblems(found)
    if (Object.keys(found).length === 0) return false
    setRefused((times) => times + 1)
    return true
  }

  async function submit() {
    // State would be too late for a second press in the same tick.
    if (sending.current || refuse(check(values))) return
    sending.current = true
    setBusy(true)
    try {
      await keys.send(values, (key) => send(values, key))
    } catch (error) {
      const atFields =
        error instanceof ApiError && refuse(problemsOfWire(error.errors, values, error.code, own))
      if (!atFields) failed(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    element,
    values,
    busy,
    wrong: Object.values(problems).filter(Boolean).length,
    submit: () => void submit(),
    field: (name: F): FormField =>
      formField({
        id: `${formId}-${name}`,
        name,
        value: values[name],
        problem: problems[name],
        messages,
        change: (value: string) => {
          setValues((before) => ({ ...before, [name]: value }))
          setProblems((before) => ({ ...before, [name]: undefined }))
        },
      }),
  }
}

/** Fields that hold secrets. */
const SECRET = /password|pin|code|current|repeat/i

/**
 * Values that outlive the page, except secrets. A form is identified by its fields, its page and its subject.
 */
function useStoredValues<F extends string>(initial: Record<F, string>, about: string) {
  const [first] = useState(initial)
  const [name] = useState(() => `${globalThis.location?.pathname} ${Object.keys(initial).join()} ${about}`)
  const [values, setValues] = useState<Record<F, string>>(() => ({
    ...initial,
    ...(storedOf(name) as object | undefined),
  }))
  // What was not touched begins as it is by then, which may be as a colleague has saved it.
  const typed = (Object.entries(values) as [F, string][]).filter(
    ([field, value]) => value !== first[field] && !SECRET.test(field),
  )
  useStored(name, typed.length > 0 ? Object.fromEntries(typed) : undefined)
  return [values, setValues] as const
}

import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../http/api-error.ts'
import { type FormField, formField } from './form-field.ts'
import { type Problems, problemsOfWire } from './problems.ts'

type Options<F extends string> = {
  initial: Record<F, string>
  /** What is wrong with the values as typed; nothing is sent before all is right. */
  check: (values: Record<F, string>) => Problems<F>
  /** Sends them. An ApiError with complaints about fields of this form puts them there. */
  send: (values: Record<F, string>) => Promise<void>
  /** Anything else that went wrong with sending. */
  failed: (error: unknown) => void
  /** The sentence for a key of the contract's table. */
  messages: (key: string) => string
}

/**
 * A form of text fields: values, what is wrong with them, and sending once at a time. After a try that fails the
 * first wrong field gets the focus.
 */
export function useForm<F extends string>({ initial, check, send, failed, messages }: Options<F>) {
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<F>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(0)

  useEffect(() => {
    if (refused === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // A field of several parts, as for a date, takes the focus in its first one.
    const target = wrong?.querySelector<HTMLElement>('[role=spinbutton]') ?? wrong
    target?.focus()
  }, [refused])

  /** Shows what is wrong, if anything is. */
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
      await send(values)
    } catch (error) {
      const atFields = error instanceof ApiError && refuse(problemsOfWire(error.errors, values, error.code))
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
    /** How many fields are wrong, as far as is known. */
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

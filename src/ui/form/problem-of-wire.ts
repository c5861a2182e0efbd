import type { FieldErrors } from '../../../contract/envelope.ts'
import { isEnglish } from '../../i18n/present-language.ts'
import { keyOfSentence, messageForRefusal } from '../../i18n/wire-messages.ts'
import type { Problems } from './problems.ts'

/**
 * A key, so that the page shows the error in its own language. A sentence in no table of the contract is shown as it is in
 * English; in other languages the answer's code decides.
 * @param own sentences of one form by their key, which no other page carries
 */
export function problemOfWire(
  sentence: string,
  code?: string,
  own: Readonly<Record<string, string>> = {},
): { key: string } | { sentence: string } {
  const key = keyOfSentence(sentence) ?? Object.keys(own).find((each) => own[each] === sentence)
  if (key) return { key }
  if (isEnglish()) return { sentence }
  const message = code === 'invalid_input' ? undefined : messageForRefusal({ code })
  return message ? { sentence: message } : { key: 'invalid' }
}

/**
 * Ignores fields that the form does not have.
 * @param code of the answer, for errors without a key in other languages
 * @param own sentences of this form by their key
 */
export function problemsOfWire<F extends string>(
  errors: FieldErrors,
  values: Record<F, string>,
  code?: string,
  own?: Readonly<Record<string, string>>,
): Problems<F> {
  const problems: Problems<F> = {}
  for (const [name, sentence] of Object.entries(errors)) {
    if (Object.hasOwn(values, name)) problems[name as F] = problemOfWire(sentence, code, own)
  }
  return problems
}

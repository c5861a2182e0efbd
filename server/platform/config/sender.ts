import { oneLine } from '../text/text.ts'

export type Sender = { name: string; address: string }

// MAIL_FROM: 'Clinic <desk@example.com>', the name in quotes or not, or the address alone.
const SENDER = /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>]+)>|([^\s<>]+))$/
// The domain may lack a dot, for a local mail server; a comma would add a second mailbox.
const ADDRESS = /^[^\s<>@,;:]+@[^\s<>@,;:]+$/

/** Reads MAIL_FROM; null when it is no mail address. */
export function parseSender(text: string): Sender | null {
  const [, name = '', inBrackets, alone] = SENDER.exec(text.trim()) ?? []
  return checkedSender({ name, address: inBrackets ?? alone ?? '' })
}

/** Reduces the name to one line; null when the address is invalid. */
export function checkedSender({ name, address }: Sender): Sender | null {
  return ADDRESS.test(address) ? { name: oneLine(name), address } : null
}

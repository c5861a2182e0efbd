import { oneLine } from './text.ts'

/** In whose name a mail goes out. */
export type Sender = { name: string; address: string }

// Both as they stand in MAIL_FROM: 'Clinic <desk@example.com>', the name in quotes or not, or the address alone.
const SENDER = /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>]+)>|([^\s<>]+))$/
// The domain may lack a dot, for a mail server of the house; a comma would be a second mailbox.
const ADDRESS = /^[^\s<>@,;:]+@[^\s<>@,;:]+$/

/** Reads MAIL_FROM; null when it is no mail address. */
export function parseSender(text: string): Sender | null {
  const [, name = '', inBrackets, alone] = SENDER.exec(text.trim()) ?? []
  return checkedSender({ name, address: inBrackets ?? alone ?? '' })
}

/** The sender with a name of one line; null when the address is none. */
export function checkedSender({ name, address }: Sender): Sender | null {
  return ADDRESS.test(address) ? { name: oneLine(name), address } : null
}

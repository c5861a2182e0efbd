import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { About } from './about-person.ts'
import type { Sharing } from './sharing-people.ts'

/** A mail or an SMS that lies in the outbox, since no server or gateway was set when it was sent. */
export type OutboxMessage = { file: string; content: string }

export type Addressee = Pick<About, 'emails' | 'phones' | 'references'> & {
  /** Jobs by which messages to them were sent: a file carries its job's id in its name. */
  jobIds: readonly string[]
  sharing: Sharing
}

/**
 * The messages of the outbox to a person; none where there is no outbox. Of a message to a contact that others have too
 * it may not be known any more to whom of them it went, if it was a code.
 * @param unclear whether such a one is among them
 */
export async function outboxMessagesTo(
  folder: string,
  person: Addressee,
  { unclear }: { unclear: boolean },
): Promise<OutboxMessage[]> {
  const found: OutboxMessage[] = []
  for (const file of await filesOf(folder)) {
    // It may be taken away by someone else meanwhile.
    const content = await readFile(path.join(folder, file), 'utf8').catch(unlessGone)
    const whose = content === null ? 'others' : whoseIs(file, content, person)
    if (content !== null && (whose === 'theirs' || (unclear && whose === 'unclear')))
      found.push({ file, content })
  }
  return found
}

export async function removeMessages(folder: string, messages: readonly OutboxMessage[]): Promise<void> {
  for (const { file } of messages) await rm(path.join(folder, file), { force: true })
}

/** Removes what was written before an instant; the names begin with the time (server/mail/outbox.ts). */
export async function removeMessagesBefore(folder: string, instant: Date): Promise<void> {
  const limit = instant.toISOString().replaceAll(':', '-')
  const old = (await filesOf(folder)).filter((file) => file < limit)
  for (const file of old) await rm(path.join(folder, file), { force: true })
}

/** Those that are whole; an unfinished one begins with a dot. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(unlessGone)
  return (names ?? []).filter((name) => /^\d{4}-.+\.(?:eml|txt)$/.test(name))
}

function whoseIs(file: string, content: string, person: Addressee): 'theirs' | 'others' | 'unclear' {
  const { sharing } = person
  const isNamed = (jobIds: readonly string[]) => jobIds.some((id) => file.includes(id))
  if (isNamed(person.jobIds)) return 'theirs'
  const to = /^To: (.+)$/m.exec(content)?.[1]?.trim().toLowerCase() ?? ''
  const address = to.replace(/^.*<|>$/g, '')
  if (![...person.emails, ...person.phones].includes(address) || isNamed(sharing.jobIds)) return 'others'
  const words = readable(content)
  const mentions = (references: readonly string[]) =>
    references.some((reference) => words.includes(reference))
  if (mentions(person.references)) return 'theirs'
  if (mentions(sharing.references)) return 'others'
  return sharing.isShared ? 'unclear' : 'theirs'
}

/** A mail's text with its parts decoded, enough to find a reference: in quoted-printable or base64 it may be cut or hidden. */
function readable(content: string): string {
  const unfolded = content.replace(/=\r?\n/g, '').replace(/\r?\n /g, '')
  const blocks = content.match(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r?$\n?)+/gm) ?? []
  return [content, unfolded, ...blocks.map((block) => Buffer.from(block, 'base64').toString('utf8'))].join(
    '\n',
  )
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

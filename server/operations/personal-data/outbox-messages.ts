import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { About } from './about-person.ts'
import type { Sharing } from './sharing-people.ts'

/** A message written to the outbox because no server or gateway was set. */
export type OutboxMessage = { file: string; content: string }

export type Addressee = Pick<About, 'emails' | 'phones' | 'references'> & {
  /** Jobs that sent messages to them: a file name contains its job's id. */
  jobIds: readonly string[]
  sharing: Sharing
}

/**
 * A person's messages in the outbox, if it exists. For a code sent to a shared contact the recipient may no
 * longer be known.
 * @param unclear whether such a message is included
 */
export async function outboxMessagesTo(
  folder: string,
  person: Addressee,
  { unclear }: { unclear: boolean },
): Promise<OutboxMessage[]> {
  const found: OutboxMessage[] = []
  for (const file of await filesOf(folder)) {
    // Another process may delete it meanwhile.
    const content = await readFile(path.join(folder, file), 'utf8').catch(unlessGone)
    const whose = content === null ? 'others' : ownerOf(file, content, person)
    if (content !== null && (whose === 'theirs' || (unclear && whose === 'unclear')))
      found.push({ file, content })
  }
  return found
}

export async function removeMessages(folder: string, messages: readonly OutboxMessage[]): Promise<void> {
  for (const { file } of messages) await rm(path.join(folder, file), { force: true })
}

/** By file name, which begins with the time (server/messages/mail/outbox.ts). */
export async function removeMessagesBefore(folder: string, instant: Date): Promise<void> {
  const limit = instant.toISOString().replaceAll(':', '-')
  const old = (await filesOf(folder)).filter((file) => file < limit)
  for (const file of old) await rm(path.join(folder, file), { force: true })
}

/** Without unfinished files, which begin with a dot. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(unlessGone)
  return (names ?? []).filter((name) => /^\d{4}-.+\.(?:eml|txt)$/.test(name))
}

function ownerOf(file: string, content: string, person: Addressee): 'theirs' | 'others' | 'unclear' {
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

/** The mail's decoded text: in quoted-printable or base64 a reference could be split or hidden. */
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

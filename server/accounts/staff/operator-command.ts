import type { Pool } from 'pg'
import * as v from 'valibot'
import { NewPassword, StaffTypeField, Username } from '../../../contract/auth.ts'
import { Email, fieldSentence, PersonName } from '../../../contract/fields.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import type { RightsHolder } from '../../../domain/rights.ts'
import { STAFF_TYPES } from '../../../domain/staff.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'
import type { NewAccount } from '../auth/new-account.ts'
import { RESET_DAYS } from '../auth/second-factor/factors.ts'
import { accessOf } from './access.ts'
import {
  addAccount,
  changeAccess,
  forgetProvider,
  listAccounts,
  resetAccountFactors,
  resetAccountPassword,
  setAccountDisabled,
} from './operator.ts'

export const USAGE = `npm run staff -- list
npm run staff -- add <username> <email> --surname <name> --other-names <names> [--type <type>] [--location <codes>] [--doctor <id>]
npm run staff -- change <username> --type <type> [--location <codes>] [--doctor <id>]
npm run staff -- disable <username>
npm run staff -- enable <username>
npm run staff -- reset-password <username>
npm run staff -- reset-factor <username>
npm run staff -- forget-provider <username>

Types: ${STAFF_TYPES.join(', ')}. Locations are codes with commas between them, or all.
A password is made and printed once; with --password-stdin, add and reset-password read one from their input instead.
With OIDC_ONLY=true there is none but for the account of ADMIN_USERNAME.`

export type Command =
  | { name: 'list' }
  | { name: 'disable' | 'enable' | 'reset-factor' | 'forget-provider'; username: string }
  | { name: 'reset-password'; username: string; typed: boolean }
  | { name: 'change'; username: string; access: RightsHolder }
  | { name: 'add'; account: Omit<NewAccount, 'passwordHash'>; typed: boolean }

const OPTIONS = {
  surname: { type: 'string' },
  'other-names': { type: 'string' },
  type: { type: 'string', default: 'staff' },
  location: { type: 'string', default: ALL_LOCATIONS },
  doctor: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const
/** Options of each command, and how many words follow its name. */
const TAKES: Record<Command['name'], { words: number; options: readonly string[] }> = {
  list: { words: 0, options: [] },
  disable: { words: 1, options: [] },
  enable: { words: 1, options: [] },
  'reset-factor': { words: 1, options: [] },
  'reset-password': { words: 1, options: ['password-stdin'] },
  'forget-provider': { words: 1, options: [] },
  change: { words: 1, options: ['type', 'location', 'doctor'] },
  add: { words: 2, options: Object.keys(OPTIONS) },
}

/** Parses the arguments of `npm run staff --`. @throws WrongUsage with a sentence */
export function parseCommand(args: readonly string[], clinic: Places): Command {
  const { values, positionals, tokens } = parsedArgs(args, OPTIONS)
  const [name = '', ...words] = positionals
  if (!isCommand(name)) throw new WrongUsage(name ? `There is no command '${name}'.` : 'Say what to do.')
  const takes = TAKES[name]
  const foreign = tokens.find((token) => token.kind === 'option' && !takes.options.includes(token.name))
  if (foreign?.kind === 'option') throw new WrongUsage(`'${name}' takes no --${foreign.name}.`)
  if (words.length !== takes.words) throw new WrongUsage(`'${name}' takes other words than these.`)

  if (name === 'list') return { name }
  const username = field('username', Username, words[0])
  const typed = values['password-stdin']
  if (name === 'disable' || name === 'enable') return { name, username }
  if (name === 'reset-factor' || name === 'forget-provider') return { name, username }
  if (name === 'reset-password') return { name, username, typed }
  if (name === 'change' && !tokens.some((token) => token.kind === 'option' && token.name === 'type')) {
    throw new WrongUsage(`'change' takes a --type.`)
  }
  const access = accessIn(values, clinic)
  if (name === 'change') return { name, username, access }
  const account = {
    ...access,
    username,
    email: field('email', Email, words[1]),
    surname: field('--surname', PersonName, values.surname),
    otherNames: field('--other-names', PersonName, values['other-names']),
  }
  return { name, account, typed }
}

type Surroundings = {
  pool: Pool
  clinic: Clinic
  now: Date
  /** The username of the one account that has a password (OIDC_ONLY); null, or left out: all have. */
  passwordsOnlyFor?: string | null
  readPassword(): Promise<string>
  say(line: string): void
}

/** @throws Refused with a sentence when nothing was done */
export async function runCommand(
  command: Command,
  { pool, clinic, now, passwordsOnlyFor = null, readPassword, say }: Surroundings,
) {
  const given = 'typed' in command && command.typed ? password(await readPassword()) : undefined
  switch (command.name) {
    case 'list': {
      for (const line of table(await listAccounts(pool))) say(line)
      return
    }
    case 'add': {
      const { username } = command.account
      const made = await addAccount(pool, command.account, given, { clinic, passwordsOnlyFor })
      const isByProvider = made === undefined && given === undefined
      say(
        isByProvider
          ? `${username} can sign in with the provider now.`
          : `${username} can sign in now.${shown(made)}`,
      )
      return
    }
    case 'reset-password': {
      const made = await resetAccountPassword(pool, command.username, given, {
        now,
        clinic,
        passwordsOnlyFor,
      })
      say(`${command.username} has another password, and is signed out everywhere.${shown(made)}`)
      return
    }
    case 'reset-factor': {
      await resetAccountFactors(pool, command.username, now)
      say(
        `${command.username} signs in with the password alone for ${RESET_DAYS * 24} hours, and is signed out everywhere.`,
      )
      return
    }
    case 'change': {
      const { admins } = await changeAccess(pool, command.username, command.access)
      say(`${command.username} is ${command.access.type} now.`)
      if (admins === 0) say(NO_ADMIN)
      return
    }
    case 'forget-provider': {
      await forgetProvider(pool, command.username)
      say(`${command.username} is bound again at the next sign-in with the provider, by the address.`)
      return
    }
    default: {
      const disabled = command.name === 'disable'
      const { admins } = await setAccountDisabled(pool, command.username, disabled, now)
      say(`${command.username} can ${disabled ? 'no longer sign in' : 'sign in again'}.`)
      if (admins === 0) say(NO_ADMIN)
    }
  }
}

const NO_ADMIN = 'Mind that no admin is left who can sign in.'

const shown = (made: string | undefined) =>
  made === undefined ? '' : `\nThe password, shown this once: ${made}`

const isCommand = (name: string): name is Command['name'] => Object.hasOwn(TAKES, name)

function field<S extends v.GenericSchema>(name: string, schema: S, text: string | undefined) {
  const result = v.safeParse(schema, text)
  if (result.success) return result.output
  throw new WrongUsage(
    `${name}: ${fieldSentence(text === undefined ? 'required' : result.issues[0].message)}`,
  )
}

type Places = Pick<Clinic, 'locations' | 'doctors'>
type AccessOptions = { type: string; location: string; doctor?: string | undefined }

/** @throws WrongUsage for a type, location or doctor that there is not */
function accessIn(values: AccessOptions, clinic: Places): RightsHolder {
  const type = field('--type', StaffTypeField, values.type)
  const locations = values.location.split(',')
  try {
    return accessOf({ type, location: null, locations, doctorId: values.doctor ?? null }, clinic)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    const codes = clinic.locations.map(({ code }) => code).join(', ')
    throw new WrongUsage(
      error.errors?.doctorId
        ? `--doctor: the id of one who works at the location; it needs the type doctor.`
        : `--location: one of ${codes}, or all.`,
    )
  }
}

function password(text: string): string {
  const result = v.safeParse(NewPassword, text)
  if (result.success) return result.output
  throw new Refused(fieldSentence(result.issues[0].message))
}

const HEADINGS = ['username', 'name', 'email', 'type', 'locations', 'state', 'last sign-in (UTC)']

function table(accounts: Awaited<ReturnType<typeof listAccounts>>): string[] {
  const rows = accounts.map((account) => [
    account.username,
    account.name,
    account.email,
    account.type,
    account.locations,
    account.state,
    account.lastSignIn?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never',
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

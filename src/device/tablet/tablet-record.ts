import { clear, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { inTransaction } from '../../../seal/in-transaction.ts'
import { TABLET_KEY as KEY, tabletStore as tablet } from '../../../seal/tablet.ts'
import { TabletKeys } from './keys.ts'

const Device = v.object({ id: v.string(), name: v.string(), token: v.string() })
/** A tablet as the server knows it, with its own token. */
export type Device = v.InferOutput<typeof Device>

const Person = v.object({
  /** Id of the account. */
  id: v.string(),
  name: v.string(),
  keys: TabletKeys,
  /** PINs that were tried since the last right one. */
  tries: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Whether they book, as of their last sign-in here: what a colleague notes without a connection opens for them too. */
  books: v.optional(v.boolean()),
})
/** Somebody who works at this tablet, and has a PIN here. */
export type TabletPerson = v.InferOutput<typeof Person>

const SetUp = v.object({
  state: v.literal('set_up'),
  device: Device,
  /** None in what a version stored that knew one PIN for all: each chooses one after their next sign-in. */
  people: v.optional(v.array(Person), []),
})
export type SetUpTablet = v.InferOutput<typeof SetUp>

/** Rest of a tablet after five wrong PINs: enough to tell the server. */
const LockedOut = v.object({ state: v.literal('locked_out'), device: Device })

const TabletRecord = v.variant('state', [SetUp, LockedOut])
export type TabletRecord = v.InferOutput<typeof TabletRecord>

/** Null for nothing, and for what this version cannot read or somebody has tampered with. */
function parse(value: unknown): TabletRecord | null {
  const record = v.safeParse(TabletRecord, value)
  return record.success ? record.output : null
}

/** @throws when the browser does not let us into its database, which says nothing about what is there */
export const readTablet = async (): Promise<TabletRecord | null> => parse(await get(KEY, tablet()))

export const writeTablet = (record: TabletRecord): Promise<void> => set(KEY, record, tablet())

/**
 * Changes the record in one transaction, so that two tabs cannot both go by the old one. A record that cannot be read
 * stays as it is.
 * @param change gives the new record, or null to leave it
 * @returns what was found, and the change was made to
 */
export const changeTablet = (
  change: (record: TabletRecord) => TabletRecord | null,
): Promise<TabletRecord | null> =>
  inTransaction<TabletRecord | null>(
    tablet(),
    (at, done) => {
      const stored = at.get(KEY)
      stored.onsuccess = () => {
        const found = parse(stored.result)
        const changed = found && change(found)
        if (changed) at.put(changed, KEY)
        done(found)
      }
    },
    null,
  )

export const removeTablet = (): Promise<void> => clear(tablet())

import type { Context } from 'hono'
import { APPOINTMENT_STATUSES, type FhirResourceType } from '../../../contract/fhir.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { BookContext } from '../../book/blocked/context.ts'
import { comparableName } from '../../patients/records/comparable-name.ts'
import { APPOINTMENT_SORTS, readAppointment, searchAppointments } from './appointments.ts'
import { locationsWithin, practitionersWithin, scheduleOf, schedulesWithin } from './catalogue.ts'
import { readPatient, searchPatients } from './patients.ts'
import { afterCursor, cursorOf, referencesOf, refuse, type Search, UUID } from './search.ts'
import { readSlot, searchSlots } from './slots.ts'
import type { ResourcePage, Unversioned } from './versioned.ts'

export type SearchableKind = {
  type: FhirResourceType
  summary: string
  sorts?: readonly string[]
  search(c: Context, search: Search): Promise<ResourcePage>
  read(c: Context, id: string): Promise<Unversioned | null>
}

/** The kinds of resources, in the order of the calls. @param base address of the FHIR calls */
export function searchableKinds(context: BookContext, base: () => string): readonly SearchableKind[] {
  const { pool, blockers, clinic, now, trail } = context
  const parts = () => ({ pool, timeZone: clinic.timeZone, base: base() })
  const slotParts = () => ({ pool, blockers, clinic, now: now(), base: base() })

  return [
    {
      type: 'Appointment',
      summary: 'Appointments, without names',
      sorts: APPOINTMENT_SORTS,
      async search(c, search) {
        const found = await searchAppointments(parts(), search, c.var.reach)
        await trail.listed(c, {
          location: 'all',
          question: { fhir: questionOf(search, clinic) },
          ids: found.resources.map(({ resource }) => resource.id),
        })
        return found
      },
      async read(c, id) {
        const found = await readAppointment(parts(), id, c.var.reach)
        if (found) await trail.opened(c, { appointment: found.resource.id, patient: found.patientId })
        return found
      },
    },
    {
      type: 'Slot',
      summary: 'Free and busy times to come',
      search: (c, search) => searchSlots(slotParts(), search, schedulesWithin(clinic, c.var.reach)),
      async read(c, id) {
        const slot = await readSlot(slotParts(), id, schedulesWithin(clinic, c.var.reach))
        return slot && undated(slot)
      },
    },
    kindOf('Schedule', 'Doctors at locations', async (c, search) => {
      const actors = search
        ? referencesOf('Schedule', 'actor', search, base()).map((list) =>
            list.map(({ type, id }) => `${type}/${id}`),
          )
        : []
      return schedulesWithin(clinic, c.var.reach)
        .map((schedule) => scheduleOf(schedule, clinic, now()))
        .filter(({ actor }) => actors.every((list) => actor.some((one) => list.includes(one.reference))))
    }),
    kindOf('Practitioner', 'Doctors', async (c, search) => {
      const isNamed = named(search)
      return (await practitionersWithin(pool, c.var.reach)).filter(({ name }) =>
        name.some(({ text }) => isNamed(text)),
      )
    }),
    kindOf('Location', 'Locations', async (c, search) => {
      const isNamed = named(search)
      return locationsWithin(clinic, c.var.reach).filter(({ name }) => isNamed(name))
    }),
    {
      type: 'Patient',
      summary: 'Patients with a visit at the locations of the key',
      async search(c, search) {
        const found = await searchPatients(parts(), search, c.var.reach)
        await trail.found(c, {
          search: '',
          patients: found.resources.map(({ resource }) => resource.id),
          exact: [],
        })
        return found
      },
      async read(c, id) {
        const found = await readPatient(parts(), id, c.var.reach)
        if (found) await trail.recordOpened(c, found.resource.id)
        return found
      },
    },
  ]
}

/** A page of resources that are few and made in memory. */
async function among(all: readonly Unversioned[], search: Search): Promise<ResourcePage> {
  const wanted = search.params.get('_id') ?? []
  const found = all.filter(({ resource }) => wanted.every((ids) => ids.includes(resource.id)))
  const [skip] = search.after === null ? [0] : afterCursor(search.after, isOffset)
  const page = found.slice(Number(skip), Number(skip) + search.count)
  const end = Number(skip) + page.length
  return { resources: page, next: end < found.length ? cursorOf([end]) : null }
}

const undated = (resource: Unversioned['resource']): Unversioned => ({ resource, updatedAt: null })
const kindOf = (
  type: FhirResourceType,
  summary: string,
  all: (c: Context, search?: Search) => Promise<Unversioned['resource'][]>,
): SearchableKind => ({
  type,
  summary,
  search: async (c, search) => among((await all(c, search)).map(undated), search),
  read: async (c, id) => {
    const found = (await all(c)).find((resource) => resource.id === id)
    return found ? undated(found) : null
  },
})

/** The question as the audit trail notes it: only days, statuses and valid ids, no free text. */
function questionOf({ params, after }: Search, { locations, doctors }: Clinic): string {
  const words: readonly string[] = [
    ...APPOINTMENT_STATUSES,
    ...locations.map(({ code }) => code),
    ...doctors.map(({ id }) => id),
  ]
  const isNoFreeText = (value: string) => {
    const last = value.split('/').at(-1) ?? ''
    return DAY.test(value) || UUID.test(last) || words.includes(last)
  }
  return [...params, ...(after === null ? [] : [['_after', []] as const])]
    .map(([name, lists]) => `${name}=${lists.map((values) => values.filter(isNoFreeText)).join('&')}`)
    .join(' ')
    .slice(0, QUESTION_LENGTH)
}
const QUESTION_LENGTH = 300
const DAY = /^[a-z]{0,2}\d{4}-?[\d:.TZ+-]*$/

/** Reports whether a name matches a search: one of its words begins with the value, as FHIR's strings are compared. */
function named(search: Search | undefined): (name: string) => boolean {
  const lists = (search?.params.get('name') ?? []).map((values) =>
    values.map((text) => comparableName(text).trim() || refuse('name has no letters.')),
  )
  return (name) => {
    const text = ` ${comparableName(name)}`
    return lists.every((values) => values.some((value) => text.includes(` ${value}`)))
  }
}

const isOffset = ([skip, ...more]: unknown[]) =>
  Number.isSafeInteger(skip) && Number(skip) >= 0 && more.length === 0

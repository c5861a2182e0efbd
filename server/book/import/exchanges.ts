/** An appointment that is to get a time, and the appointments that have some of it now, by their ids. */
export type ExchangeWish = { id: string; holders: readonly string[] }

/**
 * Appointments that can all get their times when all of them leave theirs at once, two or a ring of them, in
 * independent groups. Left out are those that wait, even indirectly, for one that stays.
 * @returns the places in the list, group by group
 */
export function exchanges(wanting: readonly ExchangeWish[]): number[][] {
  const placeOf = new Map(wanting.map(({ id }, place) => [id, place]))
  const waitsFor = wanting.map(({ holders }) => holders.map((id) => placeOf.get(id) ?? null))
  const waitedForBy = wanting.map((): number[] => [])
  for (const [place, others] of waitsFor.entries()) {
    for (const other of others) if (other !== null) waitedForBy[other]?.push(place)
  }
  const stays = new Set<number>()
  const stay = waitsFor.flatMap((others, place) => (others.includes(null) ? [place] : []))
  for (let place = stay.pop(); place !== undefined; place = stay.pop()) {
    if (stays.has(place)) continue
    stays.add(place)
    stay.push(...(waitedForBy[place] ?? []))
  }
  const grouped = new Set<number>()
  const groups: number[][] = []
  for (const first of wanting.keys()) {
    const group: number[] = []
    const reached = [first]
    for (let place = reached.pop(); place !== undefined; place = reached.pop()) {
      if (stays.has(place) || grouped.has(place)) continue
      grouped.add(place)
      group.push(place)
      reached.push(
        ...(waitedForBy[place] ?? []),
        ...(waitsFor[place] ?? []).filter((other) => other !== null),
      )
    }
    if (group.length > 0) groups.push(group.toSorted((one, other) => one - other))
  }
  return groups
}

/** What the page of a visit keeps in the history's state, which a reload of the tab keeps and no other tab sees. */
type Kept = { visitToken?: string; language?: string }

const kept = (): Kept => (history.state as Kept | null) ?? {}

const keep = (more: Kept) => history.replaceState({ ...kept(), ...more }, '', location.pathname)

/**
 * The token of the link, which stands after '#' when it is opened, and from then on in the history's state alone: neither
 * on the screen nor in the list of visited pages.
 * @returns an empty text where the page was opened without one
 */
export function takeVisitToken(): string {
  // Programs that show messages add to links what is no part of them.
  const [token] = /^[\w.-]{1,64}/.exec(location.hash.slice(1)) ?? []
  if (token) keep({ visitToken: token })
  return kept().visitToken ?? ''
}

/** The language that was chosen on this page, which goes before that of the visit. */
export const chosenHere = (): string | undefined => kept().language
export const noteLanguage = (language: string): void => keep({ language })

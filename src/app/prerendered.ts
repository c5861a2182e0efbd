/** A page as the build writes it down. */
export type Prerendered = {
  title: string
  /** The markup inside #root. */
  html: string
  /** The ground rules that every page needs: the theme's variables and plain elements. */
  baseCss: string
  /** The rules of the components in the markup. */
  css: string
  /** Part of the page without JavaScript, after #root. */
  withoutScript: string
  /** Part of every page after #root. */
  afterRoot: string
  /** The rules of these two. */
  afterRootCss: string
  /** The same in the other languages, by ISO code; their rules are these. */
  languages: Record<string, { title: string; html: string; withoutScript: string }>
  /** Ids of rules that Emotion finds in that block. */
  emotionIds: string
}

/** Frame shown beside the root until the app is loaded. */
export type PrerenderedStart = {
  html: string
  css: string
  /** The addresses of the staff pages, where it is their frame. */
  staffPaths: readonly string[]
}

/** The page of a visit until its script is there. */
export type PrerenderedVisit = Pick<Prerendered, 'title' | 'html' | 'css'>

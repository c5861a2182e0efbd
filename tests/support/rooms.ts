/*
 * The rooms of the repository in their order. tests/architecture.test.ts checks every import against it, and writes the
 * section 'Rooms' of docs/architecture.md from it: `npm run test:unit -- tests/architecture -u`.
 */

/** A room: its description in the documentation, if any, and the rooms it may import. */
type Room = { what?: string; imports: readonly string[] }

export const ROOMS: Record<string, Room> = {
  domain: { what: 'rules of a clinic, no I/O', imports: [] },
  'clinic.config.ts': { imports: ['domain'] },
  contract: { what: 'what goes over the wire', imports: ['domain'] },
  seal: { what: 'how answers are sealed and stored on a device', imports: ['domain', 'contract'] },
  // Below the server, which builds at its start what is out of date.
  build: { what: 'what the server needs of the build', imports: [] },
  // The server seals what a tablet fetches unattended.
  server: {
    what: 'the API in seven groups, and SQL through `pg`',
    imports: ['domain', 'contract', 'seal', 'build', 'clinic.config.ts'],
  },
  sw: { what: 'the service worker', imports: ['contract', 'seal'] },
  src: {
    what: 'the React app, which reaches the server by `fetch` alone',
    imports: ['domain', 'contract', 'seal'],
  },
  scripts: {
    what: "the build, operator's commands",
    imports: ['domain', 'contract', 'build', 'server', 'src', 'sw', 'clinic.config.ts'],
  },
  tests: {
    imports: [
      'domain',
      'contract',
      'seal',
      'build',
      'server',
      'src',
      'sw',
      'clinic.config.ts',
      'playwright.config.ts',
      'scripts',
    ],
  },
  bench: {
    imports: ['domain', 'contract', 'build', 'server', 'sw', 'clinic.config.ts', 'scripts', 'tests'],
  },
  // Settings of the tools, in the root.
  'vite.config.ts': { imports: ['build', 'scripts'] },
  'vitest.config.ts': { imports: ['build', 'scripts', 'tests'] },
  'vitest.long.config.ts': { imports: ['tests'] },
  'playwright.config.ts': { imports: ['scripts'] },
}

/**
 * Folders of `src/`, lowest first: each imports itself and the folders before it. 'foundation': the files beside them.
 */
export const PAGE_FOLDERS: Record<string, string> = {
  foundation: "what was built, the clinic's facts, the clock, the paths, the store of atoms",
  i18n: 'languages, and the texts in `locales/<language>/<namespace>.json`',
  http: 'one fetch client, and what its failures mean',
  device: 'this device: its sealed store, keys and PIN of a reception tablet, the service worker',
  theme: "colours and MUI's theme",
  session: 'who is signed in, in this tab and the others',
  api: 'one file per resource: query keys, calls, mutations',
  offline: 'which answers are stored, and how they are restored',
  live: 'keeps lists current: events, shared among tabs, or polling',
  ui: 'components that several features share',
  features: 'the screens, one folder each',
  app: 'entry, routes, the guard, providers',
}

/**
 * The groups of the server, lowest first: each imports itself and the groups before it. The files beside the groups are
 * above them and compose all of it.
 */
export const SERVER_GROUPS: Record<string, string> = {
  platform:
    'what another product could use too: settings, database, HTTP, job queue, events; `context.ts` has what all calls need',
  accounts:
    'who works with the portal: sign-in, rights, API keys, tablets, limits against abuse, the audit trail',
  patients: 'patients: how they are found and reached, their import, their one-time codes',
  messages:
    'what is sent, and what comes back: words of mails and SMS, sending once, the handlers of its queues',
  book: 'the appointment book, from free times to what becomes of a visit',
  integrations: 'other programs',
  operations: 'for the operator: starting and checking, backups, what the law asks about personal data',
}

/**
 * The folders of large features, lowest first: each imports itself and the folders before it. Files beside the folders
 * come last, since they compose all of it.
 */
export const FEATURE_FOLDERS: Record<string, Record<string, string>> = {
  'src/features/book': {
    day: "a day's arithmetic: spans, columns, free places",
    state: 'what is shown, open, being moved or changed, and its notices',
    desk: 'booking and moving; `requests/`: offline requests',
    visit: "a visit's states, its actions and undo; `details/`: its panel",
    list: 'the list, its filters, and what is done to several visits',
    beside: 'to do, closures, running late, the waiting list',
    calendar: 'days and weeks; `grid/`, `drag/` and `print/`',
  },
  'src/features/booking': {
    state: 'what is chosen and typed',
    step: 'what steps are built of',
    validation: 'step 1, with the one-time code',
    personal: 'step 2',
    details: 'step 3: service, doctor, day and time',
    confirmation: 'step 4, and what is shown once it is booked',
  },
}

/**
 * The section 'Rooms' of docs/architecture.md.
 * @param foldersOf names of the folders in a folder
 */
export function roomsSection(foldersOf: (folder: string) => string[]): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell && `${cell} `).join('| ')}|`
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
    [row(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(row)].join('\n')
  const named = Object.entries(ROOMS).flatMap(([room, { what, imports }]) =>
    what ? [[`\`${room}/\``, what, code(imports.filter((name) => !name.includes('.')))]] : [],
  )
  const groups = Object.entries(SERVER_GROUPS).map(([group, what]) => {
    const folder = `server/${group}`
    return [`\`${folder}/\``, what, code(foldersOf(folder))]
  })
  const features = Object.entries(FEATURE_FOLDERS).map(([feature, folders]) =>
    table(
      [`folder of \`${feature}/\``, 'what is in it'],
      Object.entries(folders).map(([folder, what]) => [`\`${folder}/\``, what]),
    ),
  )
  const page = Object.entries(PAGE_FOLDERS).map(([folder, what]) => [
    folder === 'foundation' ? 'files beside the folders' : `\`${folder}/\``,
    what,
  ])
  return `## Rooms
A room imports what its line names. \`tests/architecture.test.ts\` reads every import, and fails on another direction,
on a cycle, and when one feature imports another. It writes this section from \`tests/support/rooms.ts\`.

${table(['room', 'what it is', 'imports'], named)}

\`clinic.config.ts\` imports \`domain\`; \`server\` and \`scripts\` import it. \`tests/\` and \`bench/\` may use nearly
everything, and nothing imports them.

Inside \`src/\` a folder imports only the folders above it in this table. Features import neither one another nor
\`app/\`: what two of them need goes to \`ui/\`.

${table(['folder of `src/`', 'what is in it'], page)}

Two features have folders with an order of their own, again from the top; what stands beside the folders puts all of it
together:

${features.join('\n\n')}

Inside \`server/\` a group imports only the groups above it, and the folders of a group form no cycle. \`main.ts\`,
\`start.ts\`, \`app.ts\` (calls) and \`jobs.ts\` (background work) compose all groups, and nothing imports them.

${table(['group of `server/`', 'what is in it', 'folders'], groups)}

Handlers of queues are in \`messages/jobs/\` and \`book/jobs/\`. A queue is declared beside its handler, or, where a lower
folder queues its jobs, in that folder's \`queue.ts\`; \`operations/set-up/queues.ts\` lists all of them.

Messages stand above patients, since a message needs to know how somebody is reached; a patient's record shows visits
and messages, so it is in \`book/record/\`. Erasing and exporting a person touches everything, and is in
\`operations/personal-data/\`.

The page gets the clinic's facts by GET /clinic (\`src/clinic.ts\`); its build has the name and the languages alone.
Pages that need facts wait for them as for their code, so \`useClinic()\` in components always has them. What is shown
earlier uses \`useKnownClinic()\`, and a visit's own page keeps them by itself (\`visit-clinic.ts\`).
`
}

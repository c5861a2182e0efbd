/** Folder whose pages are all served at /docs, with the files beside them. */
export const DOCS_FOLDER = 'docs'

/** Pages from elsewhere that the documentation links to, relative to the project, and their last part of the address. */
export const OTHER_DOCUMENTS: Record<string, string> = {
  'README.md': 'enamel',
  'CHANGELOG.md': 'changes',
  'SECURITY.md': 'reporting',
  'CONTRIBUTING.md': 'contributing',
  'deploy/README.md': 'several-processes',
  'bench/README.md': 'benchmarks',
  'tests/chaos/README.md': 'chaos',
  'server/platform/text/README.md': 'texts',
  LICENSE: 'licence',
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { authUserAtom } from '../../session/session-atoms.ts'
import { AskDialog, type AskDialogProps } from '../../ui/ask-dialog.tsx'
import { Hint } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { NeedsConnection, useDisabledWithout } from '../../ui/needs-connection.tsx'
import { Intro, Page } from '../../ui/page-parts.ts'
import type { Column } from '../../ui/paged-list/column.ts'
import { usePageAddress } from '../../ui/paged-list/page-address.ts'
import { type ListPage, PagedList, type RowOf } from '../../ui/paged-list/paged-list.tsx'
import { RowButton } from '../../ui/row-parts.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { useFreshStatus } from '../../ui/use-fresh-status.ts'

/** The create button is at the right of the heading; below it where there is no room. */
const Top = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '12px 24px',
  '& > div': { flex: '1 1 320px' },
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

const CREATE_ID = 'create-credential'

type PageProps<Open> = {
  title: string
  intro: ReactNode
  /** Button in the heading, and the dialog that it opens. */
  create?: { label: string; opens: Open }
  /** Part above the list that concerns this browser alone. */
  ofBrowser?: (open: (dialog: Open) => void) => ReactNode
  list: (open: (dialog: Open) => void) => ReactNode
  dialog: (opened: Open, close: () => void, open: (dialog: Open) => void) => ReactNode
}

/** Layout of pages that list and create access credentials. Online only. */
export function CredentialsPage<Open extends object>({
  title,
  intro,
  create,
  ofBrowser,
  list,
  dialog,
}: PageProps<Open>) {
  useFreshStatus()
  const { clear } = useMessages()
  const disabled = useDisabledWithout()
  const [opened, setOpened] = useState<Open | null>(null)
  const open = (next: Open) => {
    // A dialog shows its own messages only.
    clear()
    setOpened(next)
  }
  return (
    <Page>
      <Top>
        <Intro>
          <h1>{title}</h1>
          <Hint>{intro}</Hint>
        </Intro>
        {create && (
          <Button
            id={CREATE_ID}
            variant="contained"
            startIcon={<Plus size={18} aria-hidden="true" />}
            {...disabled}
            onClick={() => disabled || open(create.opens)}
          >
            {create.label}
          </Button>
        )}
      </Top>
      <StatusAlert />
      {ofBrowser?.(open)}
      <NeedsConnection />
      {list(open)}
      {opened && dialog(opened, () => setOpened(null), open)}
    </Page>
  )
}

type ListProps<P extends ListPage, Key extends QueryKey> = {
  /** Address of the page. */
  path: string
  /** @param ownId keeps one person's list from another's */
  query: (ownId: string, page: number) => UseQueryOptions<P, Error, P, Key>
  labels: { list: string; pages: string; loading: string; failed: string; actions: string; empty: string }
  columns: readonly Column<RowOf<P>>[]
  /** Used where it is too narrow for the table. */
  card: (row: RowOf<P>, action: ReactNode) => ReactNode
  /** Minimum width of the table, in pixels. */
  tableFrom: number
  revoke: {
    word: string
    label: (row: RowOf<P>) => string
    isOffered?: (row: RowOf<P>) => boolean
    open: (row: RowOf<P>) => void
  }
}

/** List of credentials, page by page, each with a button that revokes it. */
export function CredentialsList<P extends ListPage, Key extends QueryKey>({
  path,
  query,
  labels,
  columns,
  card,
  tableFrom,
  revoke: { word, label, isOffered = () => true, open },
}: ListProps<P, Key>) {
  const ownId = useAtomValue(authUserAtom)?.id ?? ''
  const address = usePageAddress(path)
  const action = (row: RowOf<P>) =>
    isOffered(row) && (
      <RowButton label={label(row)} onPress={() => open(row)}>
        {word}
      </RowButton>
    )
  return (
    <PagedList
      {...address}
      query={query(ownId, address.page)}
      labels={labels}
      columns={[...columns, { name: 'actions', head: labels.actions, width: 130, cell: action }]}
      card={(row) => card(row, action(row))}
      tableFrom={tableFrom}
      empty={{ sentence: labels.empty }}
      skeletonLines={2}
    />
  )
}

/** Asks, naming the credential, before it is revoked. Its row and the focus go; the create button gets the focus. */
export function RevokeDialog(props: Omit<AskDialogProps<void>, 'onGone'>) {
  return <AskDialog {...props} onGone={() => document.getElementById(CREATE_ID)?.focus()} />
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { OwnSession } from '../../../contract/auth.ts'
import { endAllSessions, endOwnSession, ownSessionQueries } from '../../api/own-sessions.ts'
import { refetchChanged } from '../../api/refetch-changed.ts'
import { ApiError } from '../../http/api-error.ts'
import { messageFor } from '../../http/message-for.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { signOut } from '../../session/sign-out.ts'
import { Card } from '../../ui/card.tsx'
import { useMessages } from '../../ui/messages.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { useLeaving } from '../../ui/offline-requests/use-leaving.tsx'
import { RowButton, Soft } from '../../ui/row-parts.tsx'
import { useInstants } from '../../ui/use-instants.ts'

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    minHeight: 56,
    padding: '8px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
  '& p': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

/** Sessions of the signed-in person, with buttons that end one or all. */
export function OwnSessions() {
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const { t } = useTranslation('account')
  const { notify, clear } = useMessages()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const disabled = useDisabledWithout()
  const { leave, question } = useLeaving()
  const { data: sessions, isError } = useQuery(ownSessionQueries.list(staffId))
  const failed = (error: unknown) => {
    // Cancelled where the password was asked for.
    if (error instanceof ApiError && error.code === 'fresh_proof_required') return
    notify('error', messageFor(error, t('sessions.changeFailed')))
  }
  const endOne = useMutation({
    mutationFn: ({ id }: OwnSession) => endOwnSession(id),
    onSuccess: () => notify('success', t('sessions.ended')),
    onError: failed,
    onSettled: () => refetchChanged(queries, ownSessionQueries.all()),
  })
  const endAll = useMutation({
    mutationFn: endAllSessions,
    onSuccess: () => {
      signOut()
      notify('success', t('sessions.allEnded'))
      navigate(paths.login(), { replace: true })
    },
    onError: failed,
  })
  const busy = endOne.isPending || endAll.isPending
  const instant = useInstants()
  const nameOf = ({ browser }: OwnSession) => browser ?? t('sessions.unknown')

  return (
    <Card>
      <h2 id="own-sessions">{t('sessions.title')}</h2>
      <p>{t('sessions.text')}</p>
      {isError && !sessions && <p>{t('sessions.failed')}</p>}
      <List aria-busy={!sessions && !isError}>
        {sessions?.map((session) => (
          <li key={session.id}>
            <div>
              <strong translate={session.browser ? 'no' : undefined}>{nameOf(session)}</strong>
              <p>{t('sessions.used', { at: instant(session.lastUsedAt) })}</p>
              <p>{t('sessions.started', { at: instant(session.startedAt) })}</p>
            </div>
            {session.isThis ? (
              <Soft>{t('sessions.this')}</Soft>
            ) : (
              <RowButton
                label={t('sessions.endOf', { name: nameOf(session) })}
                onPress={() => {
                  if (busy) return
                  clear()
                  endOne.mutate(session)
                }}
              >
                {t('sessions.end')}
              </RowButton>
            )}
          </li>
        ))}
      </List>
      <Button
        variant="outlined"
        color="error"
        {...disabled}
        onClick={() => {
          if (disabled || busy) return
          clear()
          void leave(() => endAll.mutate())
        }}
      >
        {t('sessions.endAll')}
      </Button>
      {question}
    </Card>
  )
}

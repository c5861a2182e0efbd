import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { blockerQueries } from '../../api/blockers.ts'
import { paths } from '../../paths.ts'
import { blockerReachAtom } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { PagedList } from '../../ui/paged-list/paged-list.tsx'
import { useNotice } from '../../ui/paged-list/use-notice.ts'
import { BlockerMark } from './blocker-mark.tsx'
import { changesSince } from './changes-since.ts'
import { type BlockerFilter, filterOf, searchOf } from './list-filter.ts'
import { RowActions, type RowHandlers } from './row-actions.tsx'
import { Summary } from './summary.tsx'
import { TypeFilter } from './type-filter.tsx'
import { useBlockerColumns } from './use-blocker-columns.tsx'
import { useDisabled } from './use-disabled.ts'

const TABLE_FROM_PX = 960

const Look = styled('div')({ '& table': { fontSize: '0.875rem' } })

const Card = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'start',
})

const KINDS = ['fresh', 'changed', 'gone'] as const

function useFilter() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const go = (change: Partial<BlockerFilter>, { replace = false } = {}) =>
    // Based on the current location: of two quick choices the second must not start from before the first.
    void navigate(`${paths.config()}${searchOf({ ...filterOf(window.location.search), ...change })}`, {
      replace,
    })
  return [filterOf(search), go] as const
}

type Props = RowHandlers & {
  onAdd: () => void
  /** When the shown rows were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

export function BlockerList({ onAdd, onUpdated, ...handlers }: Props) {
  const { t } = useTranslation('blockers')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const [filter, go] = useFilter()
  const disabled = useDisabled()
  const mayWrite = useAtomValue(blockerReachAtom) !== null
  const [notice, showNotice] = useNotice()
  return (
    <Look>
      <PagedList
        query={blockerQueries.list(adminId, filter)}
        page={filter.page}
        onPage={(page, options) => go({ page }, options)}
        labels={{
          list: t('title'),
          pages: t('pagesLabel'),
          loading: t('loading'),
          failed: t('failed'),
          count: (count) => t('count', { count }),
        }}
        columns={useBlockerColumns(handlers)}
        card={(blocker, highlight) => (
          <Card>
            <div>
              <Summary blocker={blocker} />
              {highlight && <BlockerMark of={highlight} />}
            </div>
            <RowActions blocker={blocker} {...handlers} />
          </Card>
        )}
        tableFrom={TABLE_FROM_PX}
        filters={(isTable) => ({
          type: (
            <TypeFilter
              heading={isTable ? undefined : t('columns.type')}
              type={filter.type}
              onType={(type) => go({ type, page: 1 })}
            />
          ),
        })}
        empty={
          filter.type === ''
            ? {
                sentence: t('none'),
                ...(mayWrite && { action: { ...disabled, children: t('add'), onClick: onAdd } }),
              }
            : {
                sentence: t('noneOfType'),
                action: { children: t('showAll'), onClick: () => go({ type: '', page: 1 }) },
              }
        }
        isCached
        changes={{
          compare: changesSince,
          onChanges: (changes) => {
            const some = KINDS.filter((kind) => changes[kind].length > 0)
            const words = some.map((kind) => t(`back.${kind}`, { count: changes[kind].length }))
            showNotice(t('back.sentence', { changes: words.join(', ') }))
          },
        }}
        notice={notice}
        onUpdated={onUpdated}
      />
    </Look>
  )
}

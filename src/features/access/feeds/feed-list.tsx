import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../../contract/feeds.ts'
import { feedQueries } from '../../../api/feeds.ts'
import { paths } from '../../../paths.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { locationName } from '../../../ui/location-name.ts'
import { usePageAddress } from '../../../ui/paged-list/page-address.ts'
import { PagedList } from '../../../ui/paged-list/paged-list.tsx'
import { RowButton, RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useInstants } from '../../../ui/use-instants.ts'

/** A table narrower than this, in pixels, has no room for its columns. */
const TABLE_FROM_PX = 760

/** Whose visits a feed shows. */
export const subjectOf = ({ location, doctor }: FeedRow) => doctor?.name ?? locationName(location ?? '')

/** The calendar feeds, page by page. */
export function FeedList({ onRevoke }: { onRevoke: (row: FeedRow) => void }) {
  const { t } = useTranslation('feeds')
  const ownId = useAtomValue(authUserAtom)?.id ?? ''
  const address = usePageAddress(paths.feeds())
  const when = useInstants()

  const name = (row: FeedRow) => (
    <Who>
      <strong>{subjectOf(row)}</strong>
      {row.doctor && row.locations && <span>{row.locations.map(locationName).join(', ')}</span>}
    </Who>
  )
  const shows = ({ names }: FeedRow) => t(names ? 'names' : 'initials')
  const by = ({ isOwn, madeBy }: FeedRow) => (isOwn ? t('byYou') : t('by', { name: madeBy }))
  const made = (row: FeedRow) => (
    <>
      {when(row.madeAt)}
      <br />
      <Soft>{by(row)}</Soft>
    </>
  )
  const fetched = ({ lastFetchedAt }: FeedRow) => (lastFetchedAt ? when(lastFetchedAt) : t('never'))
  const action = (row: FeedRow) => (
    <RowButton label={t('revokeOf', { subject: subjectOf(row) })} onPress={() => onRevoke(row)}>
      {t('revoke')}
    </RowButton>
  )

  return (
    <PagedList
      {...address}
      query={feedQueries.list(ownId, address.page)}
      labels={{ list: t('title'), pages: t('pagesLabel'), loading: t('loading'), failed: t('failed') }}
      columns={[
        { name: 'subject', head: t('subject'), isRowHeader: true, cell: name },
        { name: 'shows', head: t('shows'), width: '16%', cell: shows },
        { name: 'made', head: t('madeAt'), width: '24%', cell: made },
        { name: 'fetched', head: t('fetched'), width: '20%', cell: fetched },
        { name: 'actions', head: t('actions'), width: 130, cell: action },
      ]}
      card={(row) => (
        <RowCard name={name(row)} state={<Soft>{shows(row)}</Soft>} action={action(row)}>
          {t('madeAt')}: {when(row.madeAt)}, {by(row)}
          <br />
          {t('fetched')}: {fetched(row)}
        </RowCard>
      )}
      tableFrom={TABLE_FROM_PX}
      empty={{ sentence: t('empty') }}
      skeletonLines={2}
    />
  )
}

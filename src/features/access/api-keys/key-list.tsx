import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { ApiKeyRow } from '../../../../contract/api-keys.ts'
import { apiKeyQueries } from '../../../api/api-keys.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { formatDate } from '../../../ui/format-instant.ts'
import { locationName } from '../../../ui/location-name.ts'
import { usePageAddress } from '../../../ui/paged-list/page-address.ts'
import { PagedList } from '../../../ui/paged-list/paged-list.tsx'
import { RowButton, RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useInstants } from '../../../ui/use-instants.ts'
import { useClinic } from '../../../use-clinic.ts'
import { keyOf } from './make-dialog.tsx'

const TINTS = { active: 'closed', expired: 'cancelled', revoked: 'cancelled' } as const

/** A table narrower than this, in pixels, has no room for its columns. */
const TABLE_FROM_PX = 800

/** The keys, page by page. */
export function KeyList({ onRevoke }: { onRevoke: (row: ApiKeyRow) => void }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('keys')
  const adminId = useAtomValue(authUserAtom)?.id ?? ''
  const address = usePageAddress(paths.apiKeys())
  const when = useInstants()

  const placesOf = ({ locations }: ApiKeyRow) => locations?.map(locationName).join(', ') ?? t('allLocations')
  const name = (row: ApiKeyRow) => (
    <Who>
      <strong>{row.name}</strong>
      {row.madeBy && <span>{t('madeBy', { name: row.madeBy })}</span>}
    </Who>
  )
  const reads = (row: ApiKeyRow) => (
    <Who>
      {row.scopes.map((scope) => (
        <div key={scope}>{t(`scopes.${keyOf(scope)}`)}</div>
      ))}
      {clinic.locations.length > 1 && <span>{placesOf(row)}</span>}
    </Who>
  )
  const expires = ({ expires }: ApiKeyRow) =>
    expires === null ? t('noEnd') : t('until', { day: formatDate(expires, isoLanguage(i18n.language)) })
  const state = (row: ApiKeyRow) => <StateTag tint={TINTS[row.state]}>{t(`states.${row.state}`)}</StateTag>
  const lasting = (row: ApiKeyRow) => (
    <>
      {state(row)}
      <br />
      {row.state === 'active' && <Soft>{expires(row)}</Soft>}
    </>
  )
  const used = (row: ApiKeyRow) => (row.lastUsedAt ? when(row.lastUsedAt) : t('never'))
  const action = (row: ApiKeyRow) =>
    row.state === 'active' && (
      <RowButton label={t('revoke.of', { name: row.name })} onPress={() => onRevoke(row)}>
        {t('revoke.submit')}
      </RowButton>
    )

  return (
    <PagedList
      {...address}
      query={apiKeyQueries.list(adminId, address.page)}
      labels={{ list: t('title'), pages: t('pages'), loading: t('loading'), failed: t('failed') }}
      columns={[
        { name: 'name', head: t('name'), isRowHeader: true, cell: name },
        { name: 'reads', head: t('reads'), width: '32%', cell: reads },
        { name: 'state', head: t('state'), width: '18%', cell: lasting },
        { name: 'used', head: t('used'), width: '18%', cell: used },
        { name: 'actions', head: t('actions'), width: 130, cell: action },
      ]}
      card={(row) => (
        <RowCard name={name(row)} state={state(row)} action={action(row)}>
          {reads(row)}
          <div>
            {t('used')}: {used(row)}
          </div>
          {row.state === 'active' && <div>{expires(row)}</div>}
        </RowCard>
      )}
      tableFrom={TABLE_FROM_PX}
      empty={{ sentence: t('empty') }}
      skeletonLines={2}
    />
  )
}

import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { DeviceRow, DeviceState } from '../../../contract/devices.ts'
import { clinic } from '../../clinic.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { StateTag } from '../../ui/badge.tsx'
import { instantInWords } from '../../ui/instant-words.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { CardWithFoot, NamesTable, RowButton, Soft, Who } from '../../ui/row-parts.tsx'
import { Cards, TableFrame, useCards } from '../../ui/rows.tsx'

/** Amber is what somebody may want to look after. */
const TINTS = { active: 'closed', revoked: 'open', deleted: 'cancelled', locked_out: 'open' } as const

// In a card: beside one another where there is room, else the state, which may be a sentence, under the name.
const Head = styled('div')({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '4px 12px',
})

type Props = {
  rows: readonly DeviceRow[]
  /** The tablet that this browser is: it has a card of its own. */
  ownId: string | undefined
  onRevoke: (row: DeviceRow) => void
}

/** The tablets of one page: a table, or cards where it is narrow. */
export function DeviceList({ rows, ownId, onRevoke }: Props) {
  const isNarrow = useCards()
  const { t, i18n } = useTranslation('devices')
  const disabled = useDisabledWithout()
  const when = (instant: string) => instantInWords(instant, clinic.timeZone, isoLanguage(i18n.language))

  const name = (row: DeviceRow) => (
    <Who>
      <strong>{row.name}</strong>
      {row.id === ownId && <span>{t('thisOne')}</span>}
    </Who>
  )
  const state = (of: DeviceState) => <StateTag tint={TINTS[of]}>{t(`states.${of}`)}</StateTag>
  const by = ({ registeredBy }: DeviceRow) => registeredBy && t('registeredBy', { name: registeredBy })
  const lastSeen = ({ lastSeenAt }: DeviceRow) => (lastSeenAt ? when(lastSeenAt) : t('never'))
  const action = (row: DeviceRow) =>
    row.state === 'active' &&
    row.id !== ownId && (
      <RowButton
        variant="text"
        // Quiet in the row, since there is one in each; the question that follows is red.
        color="secondary"
        aria-label={t('revokeOf', { name: row.name })}
        {...disabled}
        onClick={() => disabled || onRevoke(row)}
      >
        {t('revoke')}
      </RowButton>
    )

  if (isNarrow) {
    return (
      <Cards>
        {rows.map((row) => (
          <CardWithFoot key={row.id}>
            <Head>
              {name(row)}
              {state(row.state)}
            </Head>
            <div className="foot">
              <Soft>
                {t('registered')}: {when(row.registeredAt)} {by(row)}
                <br />
                {t('lastSeen')}: {lastSeen(row)}
              </Soft>
              {action(row)}
            </div>
          </CardWithFoot>
        ))}
      </Cards>
    )
  }
  return (
    <TableFrame>
      <NamesTable>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('registered')}</th>
            <th scope="col">{t('lastSeen')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{name(row)}</th>
              <td>{state(row.state)}</td>
              <td>
                {when(row.registeredAt)}
                <br />
                <Soft>{by(row)}</Soft>
              </td>
              <td>{lastSeen(row)}</td>
              <td>{action(row)}</td>
            </tr>
          ))}
        </tbody>
      </NamesTable>
    </TableFrame>
  )
}

import { useTranslation } from 'react-i18next'
import type { StaffRow } from '../../../contract/staff.ts'
import { clinic } from '../../clinic.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { instantInWords } from '../../ui/instant-words.ts'
import { locationName } from '../../ui/location-name.ts'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { CardWithFoot, NamesTable, RowButton, Soft, Who } from '../../ui/row-parts.tsx'
import { Cards, TableFrame, useCards } from '../../ui/rows.tsx'
import { VERBS } from './change-staff-dialog.tsx'
import { StateBadge } from './state-badge.tsx'

type Props = {
  rows: readonly StaffRow[]
  /** The admin who looks: nobody disables themselves. */
  ownId: string | undefined
  onChange: (row: StaffRow) => void
}

/** The people of one page: a table, or cards where it is narrow. */
export function StaffList({ rows, ownId, onChange }: Props) {
  const isNarrow = useCards()
  const { t, i18n } = useTranslation('account')
  const disabled = useDisabledWithout()

  const who = (row: StaffRow) => (
    <Who>
      <strong>{row.displayName}</strong>
      <span>{row.username ? `${row.username} · ${row.email}` : row.email}</span>
    </Who>
  )
  const lastSignIn = ({ lastSignInAt }: StaffRow) =>
    lastSignInAt
      ? instantInWords(lastSignInAt, clinic.timeZone, isoLanguage(i18n.language))
      : t('staff.never')
  const place = ({ location }: StaffRow) =>
    location === null ? t('profile.allLocations') : locationName(location)
  const action = (row: StaffRow) => {
    if (row.id === ownId) return <Soft>{t('staff.you')}</Soft>
    const verb = VERBS[row.state]
    return (
      <RowButton
        variant="text"
        // Quiet in the row, since there is one in each; the question that follows is red.
        color="secondary"
        aria-label={t(`staff.${verb}Of`, { name: row.displayName })}
        {...disabled}
        onClick={() => disabled || onChange(row)}
      >
        {t(`staff.${verb}`)}
      </RowButton>
    )
  }

  if (isNarrow) {
    return (
      <Cards>
        {rows.map((row) => (
          <CardWithFoot key={row.id}>
            {who(row)}
            <StateBadge state={row.state} />
            <div className="foot">
              <Soft>
                {t(`type.${row.type}`)} · {place(row)}
                <br />
                {t('staff.lastSignIn')}: {lastSignIn(row)}
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
            <th scope="col">{t('staff.name')}</th>
            <th scope="col">{t('staff.type')}</th>
            <th scope="col">{t('staff.location')}</th>
            <th scope="col">{t('staff.state')}</th>
            <th scope="col">{t('staff.lastSignIn')}</th>
            <th scope="col">{t('staff.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{who(row)}</th>
              <td>{t(`type.${row.type}`)}</td>
              <td>{place(row)}</td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td>{lastSignIn(row)}</td>
              <td>{action(row)}</td>
            </tr>
          ))}
        </tbody>
      </NamesTable>
    </TableFrame>
  )
}

import { useTranslation } from 'react-i18next'
import { type ApiKeyRow, KEY_SCOPES } from '../../../../contract/api-keys.ts'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { apiKeyQueries, makeApiKey, revokeApiKey } from '../../../api/api-keys.ts'
import { clock } from '../../../clock.ts'
import { messageFor } from '../../../http/message-for.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { StateTag } from '../../../ui/badge.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formatDate } from '../../../ui/format-instant.ts'
import { locationName } from '../../../ui/location-name.ts'
import { RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { useClinic } from '../../../use-clinic.ts'
import { CreateDialog } from '../create-dialog.tsx'
import { CredentialsList, CredentialsPage, RevokeDialog } from '../credentials-page.tsx'
import { checkKey, DAYS, wireOf } from './key-form.ts'

type Open = { kind: 'create' } | { kind: 'revoke'; row: ApiKeyRow }

/** /api-keys: the keys of the clinic's other programs; for admins. */
export function ApiKeysPage() {
  const { t } = useTranslation('keys')
  return (
    <CredentialsPage<Open>
      title={t('title')}
      intro={t('intro')}
      create={{ label: t('make.open'), opens: { kind: 'create' } }}
      list={(open) => <KeyList onRevoke={(row) => open({ kind: 'revoke', row })} />}
      dialog={(opened, close) =>
        opened.kind === 'create' ? (
          <CreateKey onClose={close} />
        ) : (
          <RevokeKey row={opened.row} onClose={close} />
        )
      }
    />
  )
}

const TINTS = { active: 'closed', expired: 'cancelled', revoked: 'cancelled' } as const

/** i18next reads a dot as a step into an object. */
const keyOf = <S extends string>(scope: S) => scope.replace('.', '_') as ScopeKey<S>
type ScopeKey<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S

function KeyList({ onRevoke }: { onRevoke: (row: ApiKeyRow) => void }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('keys')
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
  const stateAndEnd = (row: ApiKeyRow) => (
    <>
      {state(row)}
      <br />
      {row.state === 'active' && <Soft>{expires(row)}</Soft>}
    </>
  )
  const used = (row: ApiKeyRow) => (row.lastUsedAt ? when(row.lastUsedAt) : t('never'))

  return (
    <CredentialsList
      path={paths.apiKeys()}
      query={apiKeyQueries.list}
      labels={{
        list: t('title'),
        pages: t('pages'),
        loading: t('loading'),
        failed: t('failed'),
        actions: t('actions'),
        empty: t('empty'),
      }}
      columns={[
        { name: 'name', head: t('name'), isRowHeader: true, cell: name },
        { name: 'reads', head: t('reads'), width: '32%', cell: reads },
        { name: 'state', head: t('state'), width: '18%', cell: stateAndEnd },
        { name: 'used', head: t('used'), width: '18%', cell: used },
      ]}
      card={(row, action) => (
        <RowCard name={name(row)} state={state(row)} action={action}>
          {reads(row)}
          <div>
            {t('used')}: {used(row)}
          </div>
          {row.state === 'active' && <div>{expires(row)}</div>}
        </RowCard>
      )}
      tableFrom={800}
      revoke={{
        word: t('revoke.submit'),
        label: ({ name }) => t('revoke.of', { name }),
        isOffered: ({ state }) => state === 'active',
        open: onRevoke,
      }}
    />
  )
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const clinic = useClinic()
  const { t } = useTranslation('keys')
  const codes = clinic.locations.map(({ code }) => code)
  const today = clinicDate(clock.now(), clinic.timeZone)
  return (
    <CreateDialog
      title={t('make.title')}
      text={t('make.text')}
      buttons={{ cancel: t('cancel'), submit: t('make.submit'), busy: t('make.busy') }}
      initial={{ name: '', scopes: '', locations: codes.join(), days: '365' }}
      check={checkKey(codes, today)}
      messages={useFieldMessages('keys')}
      create={(values, idempotencyKey) => makeApiKey(wireOf(values, codes, today), idempotencyKey)}
      failed={(error) => messageFor(error, t('make.failed'))}
      changes={apiKeyQueries.all()}
      onClose={onClose}
      secret={({ values }) => ({
        title: t('shown.title', { name: values.name.trim() }),
        text: t('shown.text'),
        label: t('shown.label'),
        texts: { copy: t('shown.copy'), copied: t('shown.copied'), notCopied: t('shown.notCopied') },
        done: t('shown.done'),
        children: <p>{t('shown.keep')}</p>,
      })}
    >
      {(form) => (
        <>
          <TextField
            field={form.field('name')}
            label={t('make.name')}
            hint={t('make.nameHint')}
            autoCapitalize="sentences"
            required
            autoFocus
          />
          <CheckboxField
            field={form.field('scopes')}
            label={t('make.scopes')}
            hint={t('make.scopesHint')}
            options={KEY_SCOPES.map((scope) => ({ value: scope, label: t(`scopes.${keyOf(scope)}`) }))}
          />
          {codes.length > 1 && (
            <CheckboxField
              field={form.field('locations')}
              label={t('make.locations')}
              options={clinic.locations.map(({ code, name }) => ({ value: code, label: name }))}
            />
          )}
          <SelectField
            field={form.field('days')}
            label={t('make.days')}
            options={DAYS.map((days) => ({
              value: days,
              label: days === '' ? t('make.forever') : t('make.forDays', { count: Number(days) }),
            }))}
          />
        </>
      )}
    </CreateDialog>
  )
}

function RevokeKey({ row: { id, name }, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const { t } = useTranslation('keys')
  return (
    <RevokeDialog
      title={t('revoke.title', { name })}
      text={t('revoke.text')}
      keep={t('cancel')}
      submit={t('revoke.submit')}
      busy={t('revoke.busy')}
      act={() => revokeApiKey(id)}
      done={() => t('revoke.done', { name })}
      failed={t('revoke.failed')}
      shownIn={apiKeyQueries.all()}
      onClose={onClose}
    />
  )
}

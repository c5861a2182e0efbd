import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { FeedRow } from '../../../../contract/feeds.ts'
import { reaches } from '../../../../domain/rights.ts'
import { feedQueries, makeFeed, revokeFeed } from '../../../api/feeds.ts'
import { messageFor } from '../../../http/message-for.ts'
import { paths } from '../../../paths.ts'
import { reachOfUser } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { locationName } from '../../../ui/location-name.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { RowCard, Soft, Who } from '../../../ui/row-parts.tsx'
import { useDoctorOptions } from '../../../ui/use-doctor-options.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { useClinic } from '../../../use-clinic.ts'
import { CreateDialog } from '../create-dialog.tsx'
import { CredentialsList, CredentialsPage, RevokeDialog } from '../credentials-page.tsx'
import { checkFeed, feedWire } from './feed-form.ts'

type Open = { kind: 'create' } | { kind: 'revoke'; feed: FeedRow }

/** /feeds: addresses by which calendar programs read the appointments of a location or a doctor. */
export function FeedsPage() {
  const { t } = useTranslation('feeds')
  return (
    <CredentialsPage<Open>
      title={t('title')}
      intro={t('intro')}
      create={{ label: t('make.open'), opens: { kind: 'create' } }}
      list={(open) => <FeedList onRevoke={(feed) => open({ kind: 'revoke', feed })} />}
      dialog={(opened, close) =>
        opened.kind === 'create' ? (
          <CreateFeed onClose={close} />
        ) : (
          <RevokeFeed feed={opened.feed} onClose={close} />
        )
      }
    />
  )
}

/** The doctor or location whose appointments a feed shows. */
const subjectOf = ({ location, doctor }: FeedRow) => doctor?.name ?? locationName(location ?? '')

function FeedList({ onRevoke }: { onRevoke: (row: FeedRow) => void }) {
  const { t } = useTranslation('feeds')
  const when = useInstants()

  const name = (row: FeedRow) => (
    <Who>
      <strong>{subjectOf(row)}</strong>
      {row.doctor && row.locations && <span>{row.locations.map(locationName).join(', ')}</span>}
    </Who>
  )
  const shows = ({ names }: FeedRow) => t(names ? 'names' : 'initials')
  const by = ({ isOwn, madeBy }: FeedRow) => (isOwn ? t('byYou') : t('by', { name: madeBy }))
  const created = (row: FeedRow) => (
    <>
      {when(row.madeAt)}
      <br />
      <Soft>{by(row)}</Soft>
    </>
  )
  const fetched = ({ lastFetchedAt }: FeedRow) => (lastFetchedAt ? when(lastFetchedAt) : t('never'))

  return (
    <CredentialsList
      path={paths.feeds()}
      query={feedQueries.list}
      labels={{
        list: t('title'),
        pages: t('pagesLabel'),
        loading: t('loading'),
        failed: t('failed'),
        actions: t('actions'),
        empty: t('empty'),
      }}
      columns={[
        { name: 'subject', head: t('subject'), isRowHeader: true, cell: name },
        { name: 'shows', head: t('shows'), width: '16%', cell: shows },
        { name: 'made', head: t('madeAt'), width: '24%', cell: created },
        { name: 'fetched', head: t('fetched'), width: '20%', cell: fetched },
      ]}
      card={(row, action) => (
        <RowCard name={name(row)} state={<Soft>{shows(row)}</Soft>} action={action}>
          {t('madeAt')}: {when(row.madeAt)}, {by(row)}
          <br />
          {t('fetched')}: {fetched(row)}
        </RowCard>
      )}
      tableFrom={760}
      revoke={{
        word: t('revoke'),
        label: (row) => t('revokeOf', { subject: subjectOf(row) }),
        open: onRevoke,
      }}
    />
  )
}

/** Creates a feed and shows its address. A doctor can choose their own appointments only. */
function CreateFeed({ onClose }: { onClose: () => void }) {
  const clinic = useClinic()
  const { t } = useTranslation('feeds')
  const user = useAtomValue(authUserAtom)
  const reach = user && reachOfUser(user, 'feeds')
  const locations = reach ? clinic.locations.filter(({ code }) => reaches(reach, code)) : []
  const ownDoctor = reach?.doctorId ?? null
  const doctors = useDoctorOptions(locations.map(({ code }) => code))
  return (
    <CreateDialog
      title={t('make.title')}
      text={ownDoctor === null ? undefined : t('make.own')}
      buttons={{ cancel: t('make.cancel'), submit: t('make.submit'), busy: t('make.busy') }}
      initial={{
        of: ownDoctor === null ? 'location' : 'doctor',
        location: (locations.find(({ code }) => code === user?.location) ?? locations[0])?.code ?? '',
        doctorId: ownDoctor ?? '',
        shows: 'initials',
      }}
      check={checkFeed}
      messages={useFieldMessages('feeds')}
      create={async (values, key) => `${location.origin}${(await makeFeed(feedWire(values), key)).path}`}
      failed={(error) => messageFor(error, t('make.failed'))}
      changes={feedQueries.all()}
      onClose={onClose}
      secret={() => ({
        title: t('made.title'),
        label: t('made.address'),
        texts: { copy: t('made.copy'), copied: t('made.copied'), notCopied: t('made.notCopied') },
        done: t('made.done'),
        children: <UseOfAddress />,
      })}
    >
      {(form) => (
        <>
          {ownDoctor === null && (
            <RadioField
              field={form.field('of')}
              label={t('make.of')}
              options={[
                { value: 'location', label: t('make.location') },
                { value: 'doctor', label: t('make.doctor') },
              ]}
            />
          )}
          {ownDoctor === null && form.values.of === 'location' && (
            <SelectField
              field={form.field('location')}
              label={t('make.location')}
              options={locations.map(({ code, name }) => ({ value: code, label: name }))}
            />
          )}
          {ownDoctor === null && form.values.of === 'doctor' && (
            <SelectField
              field={form.field('doctorId')}
              label={t('make.doctor')}
              options={[{ value: '', label: t('make.choose') }, ...doctors]}
            />
          )}
          <RadioField
            field={form.field('shows')}
            label={t('make.shows')}
            options={[
              { value: 'initials', label: t('initials') },
              { value: 'names', label: t('names') },
            ]}
          />
          <Note kind="info">
            <NoteSign kind="info" />
            <span>{t(form.values.shows === 'names' ? 'make.namesWarning' : 'make.initialsNote')}</span>
          </Note>
        </>
      )}
    </CreateDialog>
  )
}

const Programs = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  margin: 0,
  '& > dt': { fontWeight: 600 },
  '& > dd': { margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}))

const PROGRAMS = ['google', 'apple', 'outlook'] as const

/** Instructions for subscribing to a feed, by calendar program. */
function UseOfAddress() {
  const { t } = useTranslation('feeds')
  return (
    <>
      <p>{t('made.once')}</p>
      <Programs>
        {PROGRAMS.map((program) => [
          <dt key={program}>{t(`made.${program}`)}</dt>,
          <dd key={`${program}-how`}>{t(`made.${program}How`)}</dd>,
        ])}
      </Programs>
    </>
  )
}

function RevokeFeed({ feed, onClose }: { feed: FeedRow; onClose: () => void }) {
  const { t } = useTranslation('feeds')
  const subject = subjectOf(feed)
  return (
    <RevokeDialog
      title={t('revoking.title', { subject })}
      text={t('revoking.text')}
      keep={t('revoking.keep')}
      submit={t('revoke')}
      busy={t('revoking.busy')}
      act={() => revokeFeed(feed.id)}
      done={() => t('revoking.done', { subject })}
      failed={t('revoking.failed')}
      shownIn={feedQueries.all()}
      onClose={onClose}
    />
  )
}

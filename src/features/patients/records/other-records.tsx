import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { OtherRecord, PatientRecord } from '../../../../contract/patients.ts'
import { joinVisitor, partVisitor } from '../../../api/patients.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { mayAtom } from '../../../session/rights.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { Top } from './section-top.tsx'
import { useRecordChange } from './use-record-change.ts'

const Rows = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
    padding: '8px 12px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    backgroundColor: theme.vars.palette.background.default,
  },
  '& strong': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& small': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  '& li > div': { display: 'flex', gap: 8 },
}))

type Props = { of: PatientRecord; onOpen: (id: string) => void }

/** Visitors' records that share a contact, to be compared and joined by hand, and those that were joined. */
export function OtherRecords({ of: it, onOpen }: Props) {
  const { t } = useTranslation('records')
  const mayJoin = useAtomValue(mayAtom)('patients.join') && it.registered
  const change = useRecordChange()
  const join = useMutation({
    mutationFn: ({ other, joins }: { other: string; joins: boolean }) =>
      joins ? joinVisitor(it.id, other) : partVisitor(it.id, other),
    onSuccess: change.done,
    onError: change.failed,
  })
  const button = (other: OtherRecord, joins: boolean) =>
    mayJoin && (
      <Button
        variant="outlined"
        aria-disabled={join.isPending}
        onClick={() => join.isPending || join.mutate({ other: other.id, joins })}
      >
        {t(joins ? 'others.join' : 'others.part')}
      </Button>
    )
  return (
    <>
      {it.maybeSame.length > 0 && (
        <section aria-labelledby="record-same">
          <Top>
            <h3 id="record-same">{t('others.same')}</h3>
          </Top>
          <Rows>
            {it.maybeSame.map((other) => (
              <li key={other.id}>
                <Other of={other} />
                <div>
                  <Button variant="text" onClick={() => onOpen(other.id)}>
                    {t('others.compare')}
                  </Button>
                  {button(other, true)}
                </div>
              </li>
            ))}
          </Rows>
        </section>
      )}
      {it.joined.length > 0 && (
        <section aria-labelledby="record-joined">
          <Top>
            <h3 id="record-joined">{t('others.joined')}</h3>
          </Top>
          <Rows>
            {it.joined.map((other) => (
              <li key={other.id}>
                <Other of={other} />
                {button(other, false)}
              </li>
            ))}
          </Rows>
        </section>
      )}
    </>
  )
}

function Other({ of: { name, visits, lastVisit } }: { of: OtherRecord }) {
  const { t, i18n } = useTranslation('records')
  const day = lastVisit && shortDay(lastVisit, isoLanguage(i18n.language), { year: true })
  return (
    <span>
      <strong>{name}</strong>
      <small>
        {t('others.visits', { count: visits })}
        {day && `, ${day}`}
      </small>
    </span>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import GitMerge from 'lucide-react/icons/git-merge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OtherRecord, PatientRecord } from '../../../../contract/patients.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { mayAtom } from '../../../session/rights.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useDisabledWithout } from '../../../ui/needs-connection.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { Top } from './section-top.tsx'
import type { Joining } from './use-joining.ts'

/* A record is read without a connection too; what changes it needs one, and is kept on no device. */
const compareDialog = lazyModule(async () => (await import('./compare-dialog.tsx')).CompareDialog)
const partDialog = lazyModule(async () => (await import('./part-dialog.tsx')).PartDialog)

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
    gap: '4px 12px',
    padding: '12px 16px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 10,
    backgroundColor: theme.vars.palette.background.default,
    '& > svg': { flex: 'none', color: theme.vars.palette.text.secondary },
    '& > span': { flex: '1 1 180px', minWidth: 0 },
  },
  '& strong': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& small': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

type Props = { of: PatientRecord; joining: Joining }

/** Records that share a contact, to be compared and joined by hand, and those that were joined. */
export function OtherRecords({ of: it, joining }: Props) {
  const { t } = useTranslation('records')
  const mayJoin = useAtomValue(mayAtom)('patients.join')
  const [compared, setCompared] = useState<OtherRecord | null>(null)
  const [parted, setParted] = useState<OtherRecord | null>(null)
  const disabled = useDisabledWithout()
  const CompareDialog = useLazyPart(compareDialog, compared !== null, () => setCompared(null))
  const PartDialog = useLazyPart(partDialog, parted !== null, () => setParted(null))
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
                <GitMerge size={18} aria-hidden="true" />
                <Other of={other} />
                <Button variant="outlined" {...disabled} onClick={() => !disabled && setCompared(other)}>
                  {t('others.compare')}
                </Button>
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
                {mayJoin && (
                  <Button variant="outlined" {...disabled} onClick={() => !disabled && setParted(other)}>
                    {t('others.part')}
                  </Button>
                )}
              </li>
            ))}
          </Rows>
        </section>
      )}
      {compared && CompareDialog && (
        <CompareDialog of={it} other={compared} joining={joining} onClose={() => setCompared(null)} />
      )}
      {parted && PartDialog && (
        <PartDialog patient={it.id} other={parted} joining={joining} onClose={() => setParted(null)} />
      )}
    </>
  )
}

function Other({ of: { name, registered, visits, lastVisit } }: { of: OtherRecord }) {
  const { t, i18n } = useTranslation('records')
  const day = lastVisit && shortDay(lastVisit, isoLanguage(i18n.language), { year: true })
  const facts = [!registered && t('visitor'), t('others.visits', { count: visits }), day].filter(Boolean)
  return (
    <span>
      <strong>{name}</strong>
      <small>{facts.join(', ')}</small>
    </span>
  )
}

import { useTranslation } from 'react-i18next'
import { TextLine } from './text-line.tsx'

/** As typed. */
export type NewPatient = { firstName: string; lastName: string; phone: string }

type Props = {
  person: NewPatient
  onPerson: (person: NewPatient) => void
  isUnreachable: boolean
  onUnreachable: (isUnreachable: boolean) => void
}

/** Who has no record yet, and whether they can be reached. */
export function NewPatientLines({ person, onPerson, isUnreachable, onUnreachable }: Props) {
  const { t } = useTranslation('desk')
  return (
    <>
      <div className="pair">
        <TextLine
          label={t('firstName')}
          value={person.firstName}
          onValue={(firstName) => onPerson({ ...person, firstName })}
          isFirst={!person.firstName}
        />
        <TextLine
          label={t('lastName')}
          value={person.lastName}
          onValue={(lastName) => onPerson({ ...person, lastName })}
        />
      </div>
      <TextLine
        label={t('phone')}
        type="tel"
        value={person.phone}
        onValue={(phone) => onPerson({ ...person, phone })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isUnreachable}
          onChange={({ target }) => onUnreachable(target.checked)}
        />
        {t('unreachable')}
      </label>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { BLOCKER_TYPES, type BlockerType } from '../../../domain/blockers.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'

type Type = BlockerType | ''
type Props = { heading: string | undefined; type: Type; onType: (type: Type) => void }

export function TypeFilter({ heading, type, onType }: Props) {
  const { t } = useTranslation('blockers')
  return (
    <FilterSelect<Type>
      label={t('filter')}
      heading={heading}
      value={type}
      options={[['', t('allTypes')], ...BLOCKER_TYPES.map((value) => [value, t(`type.${value}`)] as const)]}
      onChoose={onType}
    />
  )
}

import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useTranslation } from 'react-i18next'
import { BLOCKER_TYPES, type BlockerType } from '../../../domain/blockers.ts'
import { isBlockerType } from './blocker-type.ts'

type Props = { type: BlockerType | ''; onType: (type: BlockerType | '') => void }

/** Which type of blockers is shown. */
export function TypeFilter({ type, onType }: Props) {
  const { t } = useTranslation('blockers')
  return (
    <NativeSelect
      value={type}
      onChange={({ target }) => onType(isBlockerType(target.value) ? target.value : '')}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': t('filter') }}
    >
      <option value="">{t('allTypes')}</option>
      {BLOCKER_TYPES.map((value) => (
        <option key={value} value={value}>
          {t(`type.${value}`)}
        </option>
      ))}
    </NativeSelect>
  )
}

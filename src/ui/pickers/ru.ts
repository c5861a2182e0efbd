import 'dayjs/locale/ru'
import { ruRU } from '@mui/x-date-pickers/locales'

export const { localeText } = ruRU.components.MuiLocalizationProvider.defaultProps

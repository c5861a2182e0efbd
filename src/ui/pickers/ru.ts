import 'dayjs/locale/ru'
import { ruRU } from '@mui/x-date-pickers/locales'

/** What MUI's pickers say; dayjs has the days and months. */
export const { localeText } = ruRU.components.MuiLocalizationProvider.defaultProps

import 'dayjs/locale/it'
import { itIT } from '@mui/x-date-pickers/locales'

/** What MUI's pickers say; dayjs has the days and months. */
export const { localeText } = itIT.components.MuiLocalizationProvider.defaultProps

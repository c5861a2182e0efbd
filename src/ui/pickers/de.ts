import 'dayjs/locale/de'
import { deDE } from '@mui/x-date-pickers/locales'

/** What MUI's pickers say; dayjs has the days and months. */
export const { localeText } = deDE.components.MuiLocalizationProvider.defaultProps

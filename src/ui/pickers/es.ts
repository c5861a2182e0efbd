import 'dayjs/locale/es'
import { esES } from '@mui/x-date-pickers/locales'

/** What MUI's pickers say; dayjs has the days and months. */
export const { localeText } = esES.components.MuiLocalizationProvider.defaultProps

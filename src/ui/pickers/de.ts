import 'dayjs/locale/de'
import { deDE } from '@mui/x-date-pickers/locales'

export const { localeText } = deDE.components.MuiLocalizationProvider.defaultProps

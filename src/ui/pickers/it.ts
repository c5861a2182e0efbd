import 'dayjs/locale/it'
import { itIT } from '@mui/x-date-pickers/locales'

export const { localeText } = itIT.components.MuiLocalizationProvider.defaultProps

import 'dayjs/locale/es'
import { esES } from '@mui/x-date-pickers/locales'

export const { localeText } = esES.components.MuiLocalizationProvider.defaultProps

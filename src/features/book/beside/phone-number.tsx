import Phone from 'lucide-react/icons/phone'
import { telAddress } from '../../../ui/contact-addresses.ts'

type Props = {
  of: {
    /** E.164; null: it cannot be told. */
    phone: string | null
    /** The number as it was typed. */
    phone_number: string
  }
}

/** Somebody's number in a row of what is to be done, which calls. */
export function PhoneNumber({ of: { phone, phone_number } }: Props) {
  return (
    <a className="phone" href={telAddress(phone ?? phone_number)}>
      <Phone size={16} aria-hidden="true" />
      {phone_number}
    </a>
  )
}

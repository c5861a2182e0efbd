/** Opens a chat with a number, with a text ready to be sent where there is one. @param phone E.164 */
export const whatsAppLink = (phone: string, text = '') =>
  `https://wa.me/${phone.slice(1)}${text && `?text=${encodeURIComponent(text)}`}`

/** Services that the wizard offers when the list of services cannot be loaded (specification, section 3). */
export const FALLBACK_SERVICE_CATEGORIES = [
  'Consultation',
  'Routine Check-Up',
  'Deep Cleaning',
  'Tooth Pain',
  'Scaling and Polishing',
  'Teeth Whitening',
  'Veneers/Hollywood Smile',
  'Bleeding in the gum',
  'Braces or Invisalign',
  'Root Canal Therapy',
  'Dental Implant',
  'Crowns or Dentures or Bridges',
  'Other',
] as const

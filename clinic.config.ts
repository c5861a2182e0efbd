import type { Clinic, OpeningHours } from './domain/clinic.ts'

/*
 * The facts of the clinic. Another clinic adopts Enamel by editing this file alone.
 * It is checked at every start; doctors and services are brought into the database by their id,
 * and one that is removed here becomes inactive while its appointments stay.
 */

const weekday = [{ from: '09:00', to: '17:00' }]
const saturday = [{ from: '10:00', to: '14:00' }]
const openingHours: OpeningHours = [[], weekday, weekday, weekday, weekday, weekday, saturday]

const clinic: Clinic = {
  name: 'Enamel Dental Clinic',
  timeZone: 'Africa/Lagos',
  country: 'NG',
  locations: [
    {
      code: 'lag',
      name: 'Lagos',
      aliases: ['lagos', 'lg'],
      address: '14 Marina Road, Lagos Island, Lagos',
      phone: '+234 700 000 0001',
      openingHours,
    },
    {
      code: 'fct',
      name: 'Abuja',
      aliases: ['abuja', 'abj'],
      address: '27 Gana Street, Maitama, Abuja',
      phone: '+234 700 000 0002',
      openingHours,
    },
    {
      code: 'phc',
      name: 'Port Harcourt',
      aliases: ['riv', 'rivers', 'port harcourt', 'port-harcourt'],
      address: '8 Aba Road, Port Harcourt',
      phone: '+234 700 000 0003',
      openingHours,
    },
  ],
  offeredLocations: ['fct'],
  services: [
    { id: 'consultation', name: 'Consultation', type: 'consultation' },
    { id: 'routine-check-up', name: 'Routine Check-Up', type: 'consultation' },
    { id: 'tooth-pain', name: 'Tooth Pain', type: 'consultation' },
    { id: 'bleeding-gum', name: 'Bleeding in the gum', type: 'consultation' },
    { id: 'other', name: 'Other', type: 'consultation' },
    { id: 'deep-cleaning', name: 'Deep Cleaning', type: 'procedure' },
    { id: 'scaling-polishing', name: 'Scaling and Polishing', type: 'procedure' },
    { id: 'teeth-whitening', name: 'Teeth Whitening', type: 'procedure' },
    { id: 'veneers', name: 'Veneers/Hollywood Smile', type: 'procedure' },
    { id: 'braces', name: 'Braces or Invisalign', type: 'procedure' },
    { id: 'root-canal', name: 'Root Canal Therapy', type: 'procedure' },
    { id: 'implant', name: 'Dental Implant', type: 'procedure' },
    { id: 'crowns', name: 'Crowns or Dentures or Bridges', type: 'procedure' },
  ],
  doctors: [
    { id: 'lag-adeyemi', name: 'Dr. Tunde Adeyemi', department: 'General Dentistry', location: 'lag' },
    { id: 'lag-balogun', name: 'Dr. Kemi Balogun', department: 'Orthodontics', location: 'lag' },
    { id: 'fct-okafor', name: 'Dr. Amaka Okafor', department: 'General Dentistry', location: 'fct' },
    { id: 'fct-musa', name: 'Dr. Ibrahim Musa', department: 'Oral Surgery', location: 'fct' },
    { id: 'fct-danjuma', name: 'Dr. Grace Danjuma', department: 'Orthodontics', location: 'fct' },
    { id: 'phc-amadi', name: 'Dr. Chidi Amadi', department: 'General Dentistry', location: 'phc' },
    { id: 'phc-briggs', name: 'Dr. Ibinabo Briggs', department: 'Endodontics', location: 'phc' },
  ],
  booking: {
    horizonDays: 90,
    noticeMinutes: 0,
    openAppointmentsPerContact: 3,
    triesPerCallerPerHour: 20,
  },
  oneTimeCodes: { perContactIn15Minutes: 3, perCallerPerHour: 20, smsPerDay: 300 },
  // Spanish, German, Italian and Russian beside English. Hausa (ha), Yoruba (yo) and Igbo (ig) are there for patients,
  // to be reviewed by a native speaker before they are switched on.
  languages: ['en', 'sp', 'gr', 'it', 'rs'],
  // After how many months appointments become nobody's and entries of the audit trail go; null keeps them. How long a
  // clinic must keep its records, and may, is for the law of its country: docs/operations.md.
  retention: { visitorsMonths: null, registeredMonths: null, auditMonths: null },
}

export default clinic

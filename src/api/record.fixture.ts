/** The id of `RECORD`. */
export const RECORD_ID = '0199aaaa-0000-7000-8000-000000000001'

/** Answer of GET /patients/{id} for a nearly empty record. */
export const RECORD = {
  success: true,
  data: {
    id: RECORD_ID,
    version: 1,
    registered: true,
    displayName: 'Ngozi Eze',
    clinicId: null,
    title: '',
    firstName: 'Ngozi',
    middleName: '',
    lastName: 'Eze',
    birthDate: null,
    age: null,
    gender: null,
    nationality: null,
    address: '',
    guardian: '',
    email: '',
    phoneNumber: '',
    emailOrigin: null,
    phoneOrigin: null,
    visits: [],
    elsewhere: [],
    noShows: [],
    optOuts: [],
    notes: [],
    messages: [],
    joined: [],
    maybeSame: [],
    sharing: [],
  },
}

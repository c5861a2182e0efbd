import type { SignedIn } from '../../contract/auth.ts'

/** A session of somebody, as the server would give it. */
export function signedInAs(username: string): SignedIn {
  return {
    token: `token of ${username}`,
    user: {
      id: username,
      username,
      email: `${username}@example.com`,
      surname: 'Obi',
      other_names: 'Ada',
      displayName: 'Dr. Ada Obi',
      location: 'fct',
      type: 'admin',
      locations: ['fct'],
      doctorId: null,
      rightsVersion: 1,
      boundTo: null,
      role: null,
      profession: 'dentist',
      job_title: null,
    },
  }
}

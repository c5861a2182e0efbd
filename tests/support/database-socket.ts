import { connect, type Socket } from 'node:net'
import path from 'node:path'

/** A bare connection to the PostgreSQL of the tests, for a proxy in front of it. @param databaseUrl with the folder of its socket */
export function connectToDatabase(databaseUrl: string): Socket {
  const { hostname, port } = new URL(databaseUrl)
  return connect(path.join(decodeURIComponent(hostname), `.s.PGSQL.${port}`))
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from './support/settings.ts'

/* deploy/compose.yaml: each container gets the settings and the rights that it needs, and no others. Not run here. */
type Service = {
  environment: Record<string, string>
  env_file?: string
  volumes: string[]
  tmpfs: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
}
const text = readFileSync('deploy/compose.yaml', 'utf8')
const services = Object.entries(parse(text, { merge: true }).services as Record<string, Service>)
const serviceOf = (name: string) => services.find(([each]) => each === name)?.[1] as Service

/** Capabilities that a service keeps; any other service keeps none. */
const KEPT = new Map([
  // Starts as root, gives the volume to the user postgres, and continues as that one.
  ['db', ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']],
  // Ports 80 and 443.
  ['proxy', ['NET_BIND_SERVICE']],
])

/** Names in deploy/.env that are for the database and the proxy, or for compose itself. */
const OF_OTHERS = /POSTGRES_ADMIN_PASSWORD|_IMAGE|_PORT\b/

it('the composition has two processes, a database and a proxy', () => {
  expect(services.map(([name]) => name)).toEqual(['app1', 'app2', 'db', 'proxy'])
})

describe.each(services)('the service %s', (name, service) => {
  it('drops every capability that it does not need, and cannot regain one', () => {
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.cap_add ?? []).toEqual(KEPT.get(name) ?? [])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    const others = ['privileged', 'network_mode', 'pid', 'ipc', 'userns_mode', 'devices', 'user']
    expect(Object.keys(service).filter((each) => others.includes(each))).toEqual([])
  })

  it('writes to its volumes and to memory alone', () => {
    expect(service.read_only).toBe(true)
    expect(service.tmpfs).toContain('/tmp')
    for (const volume of service.volumes)
      expect([volume, /^[a-z-]+:\/|:ro$/.test(volume) && !volume.includes('.sock')]).toEqual([volume, true])
  })

  it('gets its settings by name', () => {
    expect(service.env_file).toBeUndefined()
    expect(service.ports === undefined).toBe(name !== 'proxy')
  })
})

it.each(['app1', 'app2'])(
  '%s gets the settings of the server, and nothing of the database’s superuser',
  (name) => {
    const { environment } = serviceOf(name)
    const ofImage = ['PORT', 'HOST', 'DATA_DIR']
    expect(Object.keys(environment).sort()).toEqual(
      [...SETTINGS.filter((each) => !ofImage.includes(each)), 'NODE_EXTRA_CA_CERTS'].sort(),
    )
    expect(Object.values(environment).filter((value) => OF_OTHERS.test(value))).toEqual([])
    expect(environment.DATABASE_URL).toMatch(/^postgres:\/\/enamel:/)
  },
)

it('the database and the proxy get no setting of Enamel but its password and its host name', () => {
  expect(Object.keys(serviceOf('db').environment)).toEqual(['POSTGRES_PASSWORD', 'ENAMEL_PASSWORD'])
  expect(Object.keys(serviceOf('proxy').environment)).toEqual(['SITE', 'UPSTREAMS'])
})

it('a script creates Enamel’s database user, which is no superuser', () => {
  expect(serviceOf('db').volumes.join()).toContain('./make-database.sh:/docker-entrypoint-initdb.d/')
  const script = readFileSync('deploy/make-database.sh', 'utf8')
  expect(script).toContain('CREATE ROLE enamel LOGIN CREATEDB PASSWORD')
  expect(script).not.toMatch(/\bSUPERUSER|BYPASSRLS|REPLICATION|CREATEROLE/)
})

import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SETTINGS } from './support/settings.ts'

/*
 * The files of deploy/kubernetes against the schemas that Kubernetes publishes, its rules for restricted pods, and each other. No
 * cluster has run them.
 */
const KINDS = {
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Secret,
  Service,
}
type Kind = keyof typeof KINDS

// biome-ignore lint/suspicious/noExplicitAny: what a file says is known when it has been checked.
type Manifest = any
const read = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())
const fileOf = (name: string) => readFileSync(`deploy/kubernetes/${name}.yaml`, 'utf8')
const FILES = ['namespace', 'settings.example', 'enamel'] as const
const manifests = FILES.flatMap((name) => read(fileOf(name)))
const named = (kind: Kind, name = 'enamel') =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)

/**
 * Faults that Kubernetes would refuse (`kubectl apply` is strict about unknown names; the schemas are not, so a name is
 * unknown when they never read it).
 */
function faultsOf(manifest: Manifest): string[] {
  const model: { apiVersion: string; prototype: { validate(): void } } | undefined =
    KINDS[manifest.kind as Kind]
  if (model?.apiVersion !== manifest.apiVersion)
    return [`no ${manifest.kind} in ${manifest.apiVersion} is known here`]
  const unread = new Set<string>()
  try {
    model?.prototype.validate.call(watched(manifest, unread, ''))
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((name) => `${name} is unknown`)
}

/** The same, with a record of properties that were never read. */
function watched<Value extends object>(value: Value, unread: Set<string>, path: string): Value {
  const children = new Map<string, unknown>()
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`)
  return new Proxy(value, {
    get(target, key) {
      const found = Reflect.get(target, key)
      if (typeof key === 'symbol') return found
      unread.delete(`${path}/${key}`)
      if (typeof found !== 'object' || found === null) return found
      if (!children.has(key)) children.set(key, watched(found, unread, `${path}/${key}`))
      return children.get(key)
    },
  })
}

it.each(FILES)('%s.yaml matches the schemas of Kubernetes', (file) => {
  expect(read(fileOf(file)).flatMap(faultsOf)).toEqual([])
})

it.each([
  { what: 'a value of another type', now: 'replicas: 2', becomes: 'replicas: two', says: /replicas/ },
  {
    what: 'a field that is missing',
    now: 'selector:\n    matchLabels',
    becomes: 'labels:\n    x',
    says: /selector/,
  },
  {
    what: 'a name with a slip in it',
    now: 'readinessProbe',
    becomes: 'readynessProbe',
    says: /readynessProbe is unknown/,
  },
  { what: 'a name of another place', now: 'maxSurge', becomes: 'minSurge', says: /minSurge is unknown/ },
  {
    what: 'a version that there is not',
    now: 'apps/v1',
    becomes: 'apps/v1beta1',
    says: /no Deployment in apps/,
  },
])('the check of a manifest finds $what', ({ now, becomes, says }) => {
  const [deployment = ''] = fileOf('enamel').split('\n---\n')
  expect(deployment).toContain(now)
  expect(read(deployment.replace(now, becomes)).flatMap(faultsOf).join()).toMatch(says)
})

describe.each(['Deployment', 'CronJob'] as const)('the pods of the %s', (kind) => {
  const manifest = named(kind, kind === 'CronJob' ? 'enamel-backup' : 'enamel')
  const { metadata, spec } = (kind === 'CronJob' ? manifest.spec.jobTemplate.spec : manifest.spec).template
  const [container] = spec.containers

  it('meet the restricted standard, with a read-only disk', () => {
    expect(named('Namespace').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    })
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(spec.hostNetwork ?? spec.hostPID ?? spec.hostIPC).toBeUndefined()
    expect(spec.automountServiceAccountToken).toBe(false)
    const kinds = spec.volumes.flatMap((volume: object) => Object.keys(volume))
    expect(new Set(kinds)).toEqual(
      new Set(['name', 'emptyDir', ...(kind === 'CronJob' ? ['persistentVolumeClaim'] : [])]),
    )
  })

  it('run as the user of the image', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
    expect(spec.securityContext).toMatchObject({ runAsUser: Number(user), runAsGroup: Number(group) })
  })

  it('have a memory limit and the network policy', () => {
    expect(container.resources.limits.memory).toBeDefined()
    expect(metadata.labels).toMatchObject(named('NetworkPolicy').spec.podSelector.matchLabels)
  })

  it('get only settings that the example has', () => {
    for (const { configMapRef, secretRef } of container.envFrom)
      expect(
        configMapRef ? named('ConfigMap', configMapRef.name) : named('Secret', secretRef.name),
      ).toBeDefined()
    for (const { name, valueFrom } of container.env ?? []) {
      const { key, optional, ...ref } = valueFrom.secretKeyRef
      expect([name, SETTINGS.includes(name)]).toEqual([key, true])
      if (!optional) expect(named('Secret', ref.name).stringData).toHaveProperty(name)
    }
  })
})

it('the manifests set settings of the server, and the backup gets no secret that it does not need', () => {
  const given = [...Object.keys(named('ConfigMap').data), ...Object.keys(named('Secret').stringData)]
  expect(given.filter((name) => !SETTINGS.includes(name))).toEqual([])
  const [backup] = named('CronJob', 'enamel-backup').spec.jobTemplate.spec.template.spec.containers
  expect(backup.envFrom).toEqual([{ configMapRef: { name: 'enamel' } }])
  expect(backup.env.map(({ name }: Manifest) => name)).toEqual(['DATABASE_URL', 'BACKUP_PUBLIC_KEY'])
})

it('the Service and the budget choose the pods of the Deployment', () => {
  const { labels } = named('Deployment').spec.template.metadata
  const choices = [
    named('Deployment').spec.selector.matchLabels,
    named('Service').spec.selector,
    named('PodDisruptionBudget').spec.selector.matchLabels,
  ]
  for (const choice of choices) expect(labels).toMatchObject(choice)
  expect(named('CronJob', 'enamel-backup').spec.jobTemplate.spec.template.metadata.labels).not.toMatchObject(
    choices[1],
  )
  expect(named('Deployment').spec.replicas).toBeGreaterThan(named('PodDisruptionBudget').spec.minAvailable)
})

it('the Ingress leads to existing paths, and never to the monitoring', () => {
  const paths = named('Ingress').spec.rules[0].http.paths
  const leadsTo = Object.fromEntries(
    paths.map(({ path, backend }: Manifest) => [path, named('Service', backend.service.name).metadata.name]),
  )
  expect(leadsTo).toEqual({
    '/metrics': 'nowhere',
    '/readyz': 'nowhere',
    '/healthz': 'nowhere',
    '/': 'enamel',
  })
  expect(named('Service', 'nowhere').spec.selector).toBeUndefined()
})

it('each probe uses the path that answers it, and a lost database ends no pod', () => {
  const [{ startupProbe, readinessProbe, livenessProbe }] = named('Deployment').spec.template.spec.containers
  expect(startupProbe.httpGet.path).toBe('/healthz')
  expect(readinessProbe.httpGet.path).toBe('/readyz')
  expect(livenessProbe.httpGet.path).toBe('/healthz')
  // A stopping process continues for three seconds only (server/platform/http/listen.ts).
  expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(3)
})

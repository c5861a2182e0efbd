import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { CERTIFICATE, KEY, startReceiver } from '../../integrations/webhooks/receiver.fixture.ts'
import { testFolder } from '../backup/backup.fixture.ts'
import { checkDatabaseCertificates, lasting } from './certificates.ts'
import { checkPublicCertificate } from './web.ts'

const NOW = new Date('2030-03-04T06:00:00Z')

/** As PostgreSQL begins a connection: asked for TLS by eight bytes, it answers with one. @returns its address */
async function databaseWithTls(answer: 'S' | 'N'): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked) => {
      expect(asked.toString('hex')).toBe('0000000804d2162f')
      socket.write(answer)
      if (answer === 'S')
        new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE }).on('error', () => {})
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `postgres://enamel:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/enamel`
}

it.each([
  { end: '2030-06-04', state: 'ok', says: 'It lasts 91 days more.' },
  { end: '2030-03-14', state: 'warning', says: 'It lasts 9 days more.' },
  { end: '2030-03-05T07:00Z', state: 'warning', says: 'It lasts 1 day more.' },
  { end: '2030-03-03', state: 'wrong', says: 'It ended on 2030-03-03.' },
])('doctor judges a certificate that ends on $end: $state', ({ end, state, says }) =>
  expect(lasting('It', new Date(end), NOW, 'Renew it.')).toMatchObject({ state, says }),
)

it('doctor knows when the certificates of a database end, expired ones too', async () => {
  const url = await databaseWithTls('S')
  const own = path.join(await testFolder(), 'own.pem')
  await writeFile(own, CERTIFICATE)
  const found = await checkDatabaseCertificates(
    `${url}?sslmode=verify-full&sslcert=${own}`,
    'DATABASE_URL',
    NOW,
  )
  expect(found.map(({ state, says }) => `${state} ${says}`)).toEqual([
    'ok The certificate of the server of DATABASE_URL lasts 35302 days more.',
    `ok The certificate of ours for DATABASE_URL (${own}) lasts 35302 days more.`,
  ])
  const later = new Date('2127-01-01')
  expect(
    await checkDatabaseCertificates(`${url}?sslmode=require`, 'DATABASE_REPLICA_URL', later),
  ).toMatchObject([
    { state: 'wrong', says: 'The certificate of the server of DATABASE_REPLICA_URL ended on 2126-10-30.' },
  ])
})

it('doctor knows when the certificate of the public address ends', async () => {
  const { host } = await startReceiver(undefined, { tls: true })
  expect(await checkPublicCertificate(`https://${host}`)).toMatchObject([
    { state: 'ok', says: expect.stringMatching(/^The certificate of https:\S+ lasts \d{5} days more\.$/) },
  ])
  expect(await checkPublicCertificate(`http://${host}`)).toEqual([])
  expect(await checkPublicCertificate('https://127.0.0.1:1')).toEqual([])
})

it('doctor is silent about a database without TLS, or one that does not answer', async () => {
  const plain = await databaseWithTls('N')
  for (const url of [plain, `${plain}?sslmode=require`, 'postgres://u:p@127.0.0.1:1/enamel?sslmode=require'])
    expect(await checkDatabaseCertificates(url, 'DATABASE_URL', NOW)).toEqual([])
})

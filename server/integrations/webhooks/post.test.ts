import tls from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { createPost } from './post.ts'
import { CERTIFICATE, startReceiver, take } from './receiver.fixture.ts'

type Address = { address: string; family: number }
const HERE: Address = { address: '127.0.0.1', family: 4 }
const running = new AbortController().signal

/** Posts to a receiver that the operator has named. */
const postTo = (receiver: { url: string; host: string }, timeoutMs = WAIT_MS) =>
  createPost({ named: new Set([receiver.host]), timeoutMs })(
    { url: receiver.url, headers: { 'enamel-signature': 't=1,v1=00' }, body: '{"id":"1"}' },
    running,
  )

describe('a receiver of a webhook', () => {
  it('gets the body whole, once, and its status counts', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(202).end('thanks'))
    expect(await postTo(receiver)).toEqual({ status: 202, error: null })
    expect(receiver.all).toMatchObject([
      { body: '{"id":"1"}', headers: { host: receiver.host, 'enamel-signature': 't=1,v1=00' } },
    ])
  })

  it('that does not answer is dropped after the time limit', async () => {
    const receiver = await startReceiver(() => {})
    expect(await postTo(receiver, 200)).toEqual({ status: null, error: 'too_slow' })
  })

  it('that answers its head slowly is dropped too', async () => {
    const receiver = await startReceiver((_, response, request) => {
      const dribble = setInterval(() => request.socket.write('X: y\r\n'), 20)
      request.socket.write('HTTP/1.1 200 OK\r\n')
      request.socket.on('close', () => clearInterval(dribble))
      response.on('error', () => {})
    })
    expect(await postTo(receiver, 300)).toEqual({ status: null, error: 'too_slow' })
  })

  it('that answers its body slowly is cut off at the same time', async () => {
    let cut = false
    const receiver = await startReceiver((_, response) => {
      const dribble = setInterval(() => response.write('x'), 20)
      response.writeHead(200).on('close', () => {
        clearInterval(dribble)
        cut = true
      })
    })
    // Long enough for the head, however busy the machine is.
    expect(await postTo(receiver, 3_000)).toEqual({ status: 200, error: null })
    await vi.waitFor(() => expect(cut).toBe(true))
  })

  it('that answers without end is cut off after some kilobytes', async () => {
    let sent = 0
    let cut = false
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200).on('close', () => {
        cut = true
      })
      const more = () => {
        while (!cut && response.write(Buffer.alloc(65_536))) sent += 65_536
        if (!cut) response.once('drain', more)
      }
      more()
    })
    expect(await postTo(receiver, 60_000)).toEqual({ status: 200, error: null })
    await vi.waitFor(() => expect(cut).toBe(true))
    // The system's buffers count too.
    expect(sent).toBeLessThan(20 * 1024 * 1024)
  })

  it('with a huge head counts as unanswered', async () => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
    )
    expect(await postTo(receiver)).toEqual({ status: null, error: 'unreachable' })
  })

  it('that closes early counts as unanswered', async () => {
    const receiver = await startReceiver((_, __, request) => request.socket.destroy())
    expect(await postTo(receiver)).toEqual({ status: null, error: 'unreachable' })
  })

  it('that redirects is not followed', async () => {
    const other = await startReceiver()
    const receiver = await startReceiver((_, response) =>
      response.writeHead(307, { location: other.url }).end(),
    )
    expect(await postTo(receiver)).toEqual({ status: 307, error: null })
    expect(other.all).toEqual([])
  })

  it('whose certificate is untrusted or of another name gets nothing', async () => {
    const receiver = await startReceiver(take, { tls: true })
    expect(await postTo(receiver)).toEqual({ status: null, error: 'certificate' })
    trustIt()
    expect(await postTo(receiver)).toEqual({ status: null, error: 'certificate' })
    expect(receiver.all).toEqual([])
  })

  it('is called by its name, in TLS and in the head, at the resolved address', async () => {
    trustIt()
    const receiver = await startReceiver(take, { tls: true })
    const host = receiver.host.replace('127.0.0.1', 'receiver.test')
    const post = createPost({ named: new Set([host]), resolve: async () => [HERE] })
    const sent = await post({ url: `https://${host}/hooks`, headers: {}, body: '{}' }, running)
    expect(sent).toEqual({ status: 204, error: null })
    expect(receiver.all).toMatchObject([{ headers: { host } }])
  })
})

function trustIt(): void {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, CERTIFICATE])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}

describe('the host name of a webhook', () => {
  const posting = (url: string, answer: Address[] = []) => {
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return answer
    }
    const post = createPost({ named: new Set(), resolve, timeoutMs: WAIT_MS })
    return post({ url, headers: {}, body: '{}' }, running).then((posted) => ({ ...posted, asked }))
  }

  it('that resolves to this machine or a private network gets nothing', async () => {
    const receiver = await startReceiver()
    const url = `https://receiver.example:${receiver.host.split(':')[1]}/`
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      'fd00::1',
    ]) {
      const family = address.includes(':') ? 6 : 4
      expect(await posting(url, [{ address, family }])).toMatchObject({ error: 'address_refused' })
    }
    expect(receiver.all).toEqual([])
  })

  it('gets nothing if one of its addresses is private', async () => {
    const both = [{ address: '93.184.215.14', family: 4 }, HERE]
    expect(await posting('https://receiver.example/', both)).toMatchObject({ error: 'address_refused' })
  })

  it('is resolved once, and the connection goes to the address that was checked', async () => {
    const asked: string[] = []
    const post = createPost({
      named: new Set(['receiver.example']),
      resolve: async (host) => {
        asked.push(host)
        return [HERE]
      },
    })
    const receiver = await startReceiver()
    const url = receiver.url.replace('127.0.0.1', 'receiver.example')
    expect(await post({ url, headers: {}, body: '{}' }, running)).toEqual({ status: 204, error: null })
    expect(asked).toEqual(['receiver.example'])
  })

  it('that is an address itself is checked alike', async () => {
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/']) {
      const post = createPost({ named: new Set(), timeoutMs: WAIT_MS })
      expect([url, await post({ url, headers: {}, body: '{}' }, running)]).toEqual([
        url,
        { status: null, error: 'address_refused' },
      ])
    }
  })

  it('that does not resolve, or whose resolver is silent, has an outcome', async () => {
    expect(await posting('https://receiver.example/')).toMatchObject({ error: 'unknown_host' })
    const gone = createPost({
      named: new Set(),
      resolve: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOTFOUND' })),
    })
    const to = { url: 'https://receiver.example/', headers: {}, body: '{}' }
    expect(await gone(to, running)).toEqual({ status: null, error: 'unknown_host' })
    const silent = createPost({ named: new Set(), resolve: () => new Promise(() => {}), timeoutMs: 100 })
    expect(await silent(to, running)).toEqual({ status: null, error: 'too_slow' })
  })

  it('with http gets nothing, unless it is listed', async () => {
    expect(
      await posting('http://receiver.example/', [{ address: '93.184.215.14', family: 4 }]),
    ).toMatchObject({
      error: 'address_refused',
      asked: [],
    })
  })
})

it('a server that stops aborts its deliveries without an outcome', async () => {
  const receiver = await startReceiver(() => {})
  const stopping = new AbortController()
  const sent = createPost({ named: new Set([receiver.host]) })(
    { url: receiver.url, headers: {}, body: '{}' },
    stopping.signal,
  )
  await vi.waitFor(() => expect(receiver.all).toHaveLength(1))
  stopping.abort()
  await expect(sent).rejects.toThrow()
})

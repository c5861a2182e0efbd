import { expect, it } from 'vitest'
import { uploadOf } from './upload.ts'

const portion = new Uint8Array([1, 2, 3])

it('is over when nothing comes any more, and there is nothing to wait for then', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (sender) => sender.enqueue(portion) })
  const upload = uploadOf(body, 10)
  expect(await upload.bytes.next()).toEqual({ done: false, value: portion })
  await expect(upload.bytes.next()).rejects.toThrow('The upload stopped before the end of the file.')
  await upload.drain()
})

it('fails as the line does, and who has left is not waited for', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (sender) => sender.error(new Error('cut')) })
  const upload = uploadOf(body)
  await expect(upload.bytes.next()).rejects.toThrow('cut')
  await upload.drain()
})

it('reads no more than is taken, and the rest when it is not wanted', async () => {
  let made = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(sender) {
        made += 1
        if (made > 5) sender.close()
        else sender.enqueue(portion)
      },
    },
    { highWaterMark: 0 },
  )
  const upload = uploadOf(body)
  await upload.bytes.next()
  await upload.bytes.return()
  expect(made).toBe(1)
  await upload.drain()
  expect(made).toBe(6)
})

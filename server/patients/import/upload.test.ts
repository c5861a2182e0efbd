import { expect, it } from 'vitest'
import { uploadOf } from './upload.ts'

const portion = new Uint8Array([1, 2, 3])

it('an upload ends when nothing more arrives, and is not waited for then', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (sender) => sender.enqueue(portion) })
  const upload = uploadOf(body, 10)
  expect(await upload.bytes.next()).toEqual({ done: false, value: portion })
  await expect(upload.bytes.next()).rejects.toThrow('The upload stopped before the end of the file.')
  await upload.drain()
})

it('an upload fails like its connection, and a caller who left is not waited for', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (sender) => sender.error(new Error('cut')) })
  const upload = uploadOf(body)
  await expect(upload.bytes.next()).rejects.toThrow('cut')
  await upload.drain()
})

it('an upload is read only as fast as it is taken, and to its end when the rest is unwanted', async () => {
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

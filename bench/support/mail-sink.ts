import { startMailServer } from '../../tests/support/mail-server.ts'

/*
 * An SMTP server in a process of its own, so that it takes no turns with the client that measures. It tells its port, and
 * then of each mail to whom it went and when it came, in milliseconds since 1970.
 */
const server = await startMailServer({
  onReceived({ to }) {
    const at = performance.timeOrigin + performance.now()
    process.send?.({ to: to[0] ?? '', at })
  },
})
process.send?.({ port: server.port })

// A container's health check: exit code 0 when the server on this machine answers.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)

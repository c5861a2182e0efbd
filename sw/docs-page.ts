/**
 * A page of the documentation, which is not stored on the device: the server's own, or without a connection a sentence
 * that says so. It is in English, as the documentation is.
 */
export async function docsPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return new Response(NO_CONNECTION, {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      },
    })
  }
}

const NO_CONNECTION = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Documentation</title>
<h1>No connection</h1>
<p>The documentation is not stored on this device. It can be read again when the connection is back.</p>
</html>
`

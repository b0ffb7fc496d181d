/** A header that tells the listener to reset the connection instead of answering. */
export const resetHeader = 'x-local-reset'

/** Stands for a broken connection: a listener resets it; without a socket it is an answer that nobody can read. */
export function resetMark(): Response {
  return new Response(null, { status: 502, headers: { [resetHeader]: '1' } })
}

/** A header that tells the listener that the body breaks off. */
export const cutHeader = 'x-local-cut'

/** The same answer, with its body cut off in the middle. */
export async function cutBody(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(bytes.length))
  headers.set(cutHeader, '1')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2))),
    pull: (controller) => controller.error(new Error('cut off by a fault')),
  })
  return new Response(body, { status: response.status, headers })
}

/** The same answer in pieces of 16 bytes, one every few milliseconds. */
export async function dripBody(response: Response, ms: number): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  let at = 0
  const body = new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + 16))
      at += 16
      await new Promise((resolve) => setTimeout(resolve, ms))
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

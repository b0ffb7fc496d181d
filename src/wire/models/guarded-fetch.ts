/** The largest answer of a model, in bytes; what is larger is refused while it comes in. */
const mostBytes = 16 * 1024 * 1024

/** The code of an answer that is too large. */
export const oversized = 'E_OVERSIZED'

/** Fetches for the AI SDK: it follows no redirect, which would take the key elsewhere, and takes no endless answer. */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  let size = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size <= mostBytes) controller.enqueue(chunk)
      else controller.error(Object.assign(new Error('too large'), { code: oversized }))
    },
  })
  return new Response(response.body.pipeThrough(counting), response)
}

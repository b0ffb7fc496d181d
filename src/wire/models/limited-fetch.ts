import { guardedFetch } from '../client/guarded-fetch.ts'

/** The largest answer of a model, in bytes; what is larger is refused while it comes in. */
const mostBytes = 16 * 1024 * 1024

/** The code of an answer that is too large. */
export const oversized = 'E_OVERSIZED'

/** Models need no `live: yes`: whoever names one means it. */
const fetchAnywhere = guardedFetch({ live: true })

/** Fetches for the AI SDK: it follows no redirect, which would take the key elsewhere, and takes no endless answer. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetchAnywhere(input, init)
  const stated = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  if (response.body === null || (stated !== null && Number(stated) <= mostBytes)) return response
  let size = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size <= mostBytes) controller.enqueue(chunk)
      else controller.error(Object.assign(new Error('too large'), { code: oversized }))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counting), { status, statusText, headers: [...headers] })
}

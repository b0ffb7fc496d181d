import type { Dispatcher } from 'undici'
import { decodeContent } from '../client/content-coding.ts'
import { sharedDispatcher } from '../client/dispatcher.ts'

/** The largest answer of a model, in bytes; larger ones are refused while they are received. */
const mostBytes = 16 * 1024 * 1024

/** The code of an answer that is too large. */
export const oversizedCode = 'E_OVERSIZED'

/** A fetch for the AI SDK: no redirects, which take the key elsewhere; limited, whole answers, faster than streams. */
export const limitedFetch: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { signal, method = 'GET', body } = init
    if (signal?.aborted === true) return reject(signal.reason)
    if (typeof body !== 'string' && body != null) return reject(new TypeError('the body of a request has to be a text'))
    const headers = Object.fromEntries(new Headers(init.headers))
    const path = pathname + search
    sharedDispatcher(origin).dispatch(
      { origin, path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null },
      new Hearing(signal ?? null, resolve, reject),
    )
  })

/** Receives one answer. As with `fetch`, one that breaks off after it began is an answer with a broken body. */
class Hearing implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal | null
  readonly #resolve: (answer: Response) => void
  readonly #reject: (error: unknown) => void
  readonly #chunks: Buffer[] = []
  readonly #giveUp = (): void => this.#fail(this.#signal?.reason)
  #controller: Dispatcher.DispatchController | undefined
  #size = 0
  #begun: { status: number; statusText: string; headers: [string, string][] } | undefined
  #isOver = false

  constructor(signal: AbortSignal | null, resolve: (answer: Response) => void, reject: (error: unknown) => void) {
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
    signal?.addEventListener('abort', this.#giveUp, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('nobody waits for it any more'))
  }

  onResponseStart(
    _: unknown,
    status: number,
    responseHeaders: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return
    const headers = Object.entries(responseHeaders).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    )
    this.#begun = { status, statusText, headers }
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > mostBytes) this.#break(tooLarge())
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#begun === undefined || !this.#end()) return
    const { headers } = this.#begun
    try {
      this.#answer(decode(Buffer.concat(this.#chunks), headers.find(([name]) => name === 'content-encoding')?.[1]))
    } catch (error) {
      this.#answer(breaking(error))
    }
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#begun === undefined) this.#fail(new TypeError('fetch failed', { cause: error }))
    else this.#break(new TypeError('terminated', { cause: error }))
  }

  #answer(body: Uint8Array<ArrayBuffer> | ReadableStream): void {
    const { status = 0, statusText = '', headers = [] } = this.#begun ?? {}
    const isEmpty = status === 204 || status === 205 || status === 304
    this.#resolve(new Response(isEmpty ? null : body, { status, statusText, headers }))
  }

  #break(error: unknown): void {
    if (!this.#end()) return
    this.#answer(breaking(error))
    this.#controller?.abort(error as Error)
  }

  #fail(error: unknown): void {
    if (!this.#end()) return
    this.#reject(error)
    this.#controller?.abort(new Error('nobody waits for it any more'))
  }

  /** Ends the exchange; false if it was over already. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#signal?.removeEventListener('abort', this.#giveUp)
    return true
  }
}

/** A body that fails as soon as it is read. */
function breaking(error: unknown): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.error(error)
    },
  })
}

/** @throws Error for a body that cannot be decoded, or gives too much */
function decode(bytes: Buffer, coding = 'identity'): Uint8Array<ArrayBuffer> {
  const body = decodeContent(bytes, coding, mostBytes) ?? bytes
  if (body === 'oversized') throw tooLarge()
  return body as Uint8Array<ArrayBuffer>
}

function tooLarge(): Error {
  return Object.assign(new Error('too large'), { code: oversizedCode })
}

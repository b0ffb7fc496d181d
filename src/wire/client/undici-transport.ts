import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { decodeContent } from './content-coding.ts'
import { codeOf, type Dispatchers, openDispatchers } from './dispatcher.ts'
import { guardTransport } from './guard.ts'
import type { LiveSafety } from './live-safety.ts'
import {
  noConnection,
  notUtf8,
  onAbort,
  type Transport,
  TransportError,
  type WireAnswer,
  type WireRequest,
} from './transport.ts'
import { readAddress } from './wire-form.ts'

/** Receives an answer straight from the dispatcher: streams, signals and closures would cost more than it. */
class Hearing implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined
  #stopped: TransportError | undefined
  #status = 0
  #size = 0
  #headers: WireAnswer['headers'] = {}
  readonly #chunks: Buffer[] = []
  readonly #timer: NodeJS.Timeout
  readonly #forget: (() => void) | undefined

  constructor(
    { timeLimitMs, signal }: WireRequest,
    private readonly maxBytes: number,
    private readonly resolve: (answer: WireAnswer) => void,
    private readonly reject: (error: TransportError) => void,
  ) {
    this.#timer = setTimeout(timeOut, timeLimitMs, this, timeLimitMs)
    if (signal !== undefined)
      this.#forget = onAbort(signal, () => this.stop(new TransportError('aborted', 'interrupted')))
  }

  /** Ends the exchange because its time is up. A request only starts once it has a connection. */
  stopLate(timeLimitMs: number): void {
    this.stop(new TransportError('timed out', this.#controller === undefined ? noConnection : `${timeLimitMs} ms`))
  }

  stop(error: TransportError): void {
    if (this.#stopped !== undefined) return
    this.#stopped = error
    this.#settle()
    this.reject(error)
    this.#controller?.abort(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stopped !== undefined) controller.abort(this.#stopped)
  }

  onResponseStart(_: unknown, status: number, headers: WireAnswer['headers']): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.maxBytes) this.stop(this.#tooLarge())
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const [only] = this.#chunks
    const bytes = only !== undefined && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks)
    const coding = this.#headers['content-encoding']
    const body = typeof coding === 'string' ? this.#unpack(bytes, coding) : bytes
    if (body === 'oversized') this.stop(this.#tooLarge())
    else {
      this.#settle()
      this.resolve({ status: this.#status, headers: this.#headers, text: decode(body) })
    }
  }

  onResponseError(_: unknown, error: Error): void {
    this.stop(error instanceof TransportError ? error : new TransportError('unreachable', codeOf(error)))
  }

  /** The decoded body, which then has no Content-Encoding any more. One that cannot be decoded keeps both. */
  #unpack(bytes: Buffer, coding: string): Buffer | 'oversized' {
    try {
      const body = bytes.length === 0 ? bytes : decodeContent(bytes, coding, this.maxBytes)
      if (body !== null) this.#headers = { ...this.#headers, 'content-encoding': undefined }
      return body ?? bytes
    } catch {
      return bytes // whoever reads the answer says so
    }
  }

  #tooLarge(): TransportError {
    return new TransportError('oversized', `more than ${this.maxBytes} bytes`)
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#forget?.()
  }
}

function timeOut(hearing: Hearing, timeLimitMs: number): void {
  hearing.stopLate(timeLimitMs)
}

function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) return notUtf8 + text
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** A transport over the network, and how to close its connections. */
export interface NetworkTransport {
  send: Transport
  close(): Promise<void>
}

export interface NetworkSettings {
  /** The number of connections to one host. */
  connections: number
  /** Answers larger than this are refused while they are received. Default 16 MiB. */
  maxBytes?: number
  /** What may leave for a host that is not this machine. Default: nothing that reaches a person. */
  safety?: LiveSafety
}

/**
 * A transport with one keep-alive pool. It follows no redirects, sends nothing twice, and applies the time limit
 * to the whole exchange. The guard is built in: there is no other way to a socket, so nobody can forget it.
 */
export function openNetwork({ connections, maxBytes = 16 * 1024 * 1024, safety }: NetworkSettings): NetworkTransport {
  const dispatchers = openDispatchers({ connections })
  return {
    send: guardTransport(leaveWith(sendOver(dispatchers, maxBytes)), safety),
    close: dispatchers.close,
  }
}

/** Awaits a request's `leaving` hook, if it has one, before it leaves. */
function leaveWith(send: Transport): Transport {
  return (request) => (request.leaving === undefined ? send(request) : request.leaving().then(() => send(request)))
}

function sendOver({ to }: Dispatchers, maxBytes: number): Transport {
  return (request) =>
    new Promise((resolve, reject) => {
      if (request.signal?.aborted === true) reject(new TransportError('aborted', 'interrupted'))
      else {
        const { origin, pathname, search } = readAddress(request.url)
        const { method, body = null } = request
        const headers = { ...request.headers } // on the way to a proxy, undici adds the host to them
        const dispatcher = to(origin)
        const hearing = new Hearing(request, maxBytes, resolve, reject)
        dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, hearing)
      }
    })
}

/**
 * A response whose body is a string we already have. It behaves like any other response, but creates no stream unless
 * somebody asks for one: streams are most of the cost of an answer, and make memory grow under load.
 */
export class PlainResponse extends Response {
  readonly plain: string

  constructor(plain: string, init: ResponseInit) {
    super(null, init)
    this.plain = plain
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.made().body
  }

  override text(): Promise<string> {
    return Promise.resolve(this.plain)
  }

  override json(): Promise<unknown> {
    return this.made().json()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.made().arrayBuffer()
  }

  override blob(): Promise<Blob> {
    return this.made().blob()
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  }

  override clone(): Response {
    return this.made()
  }

  private made(): Response {
    return new Response(this.plain, { status: this.status, headers: this.headers })
  }
}

/**
 * A response whose body is one text that is there already. It behaves as any other response, but makes no stream unless
 * somebody asks for one: streams are most of what an answer costs, and what lets memory climb under load.
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

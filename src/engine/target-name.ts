/** The local service that a run embeds, as results name it. `url` has the port, which changes each time. */
interface EmbeddedService {
  workspace: string
  url?: string | undefined
}

/** Its name, with its address in results and without it in tapes: `local service http://127.0.0.1:4010 (workspace demo)`. */
export function nameEmbedded({ workspace, url }: EmbeddedService): string {
  return `local service ${url === undefined ? '' : `${url} `}(workspace ${workspace})`
}

/** What `nameEmbedded` named: stored results hold the name alone. Null for any other service. */
export function readEmbedded(target: string): EmbeddedService | null {
  const [, url, workspace] = /^local service (?:(\S+) )?\(workspace (.*)\)$/s.exec(target) ?? []
  return workspace === undefined ? null : { workspace, url }
}

/** A service without what a stored name need not keep: the port of the embedded one, all but the origin of an address. */
export function nameService(target: string): string {
  const embedded = readEmbedded(target)
  if (embedded !== null) return nameEmbedded({ workspace: embedded.workspace })
  return URL.canParse(target) ? new URL(target).origin : target
}

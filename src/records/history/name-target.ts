/** A service as the history names it: its origin, without anything secret a URL can carry; `local` for the embedded one, whose port is another each time. */
export function nameTarget(target: string): string {
  if (target.startsWith('local service ')) {
    const workspace = /\(workspace (.*)\)$/.exec(target)?.[1]
    return workspace === undefined ? 'local' : `local ${workspace}`
  }
  return URL.canParse(target) ? new URL(target).origin : target
}

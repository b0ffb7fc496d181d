/**
 * The name of a service in the history: its origin, without anything secret that a URL can carry; `local` for the
 * embedded one, whose port changes each time.
 */
export function nameTarget(target: string): string {
  if (target.startsWith('local service ')) {
    const workspace = /\(workspace (.*)\)$/.exec(target)?.[1]
    return workspace === undefined ? 'local' : `local ${workspace}`
  }
  return URL.canParse(target) ? new URL(target).origin : target
}

/** Without the id of a request, and without the agent of the local service: they differ where the cause is the same. */
export function causeWithoutIds(why: string): string {
  return why
    .replace(/ \(request [^()\s]+\)/g, '')
    .replace(/(?<= localAgentErrored: )the agent .+? \(version [^()]+\)(?: failed)?: /, '')
}

import type { YamlNode } from '../../../suite/yaml/node.ts'
import { entriesOf, memberOf, scalarText } from '../draft/read-members.ts'

/** The configuration of a simulated user, where a provider is one. */
export interface UserConfig {
  config: YamlNode | undefined
  at: YamlNode
}

const simulated = /^promptfoo:(?:simulated-user|redteam:mischievous-user)$/

/** The simulated user that a provider is: by its id, as a key, or among several; null for any other provider. */
export function readUser(provider: YamlNode | undefined): UserConfig | null {
  if (provider === undefined) return null
  if (provider.kind === 'list') return provider.items.map(readUser).find((each) => each !== null) ?? null
  const id = scalarText(provider) ?? scalarText(memberOf(provider, 'id'))
  if (id !== null) return simulated.test(id) ? { config: memberOf(provider, 'config'), at: provider } : null
  const own = entriesOf(provider).find(({ key }) => simulated.test(key))
  return own === undefined ? null : { config: memberOf(own.value, 'config') ?? own.value, at: provider }
}

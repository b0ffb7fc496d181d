import type { Script } from '../../suite/language/script.ts'
import { pinnedVersion } from '../../suite/plan/plan.ts'
import type { Chosen } from './choose-conversations.ts'
import type { ProjectSettings } from './suite-data.ts'

/**
 * The script with the conversations that this project runs: those asked for, and of them those for its version.
 * A version that a suite names itself runs in the project of that version, or, where there is none, in the first one;
 * so a pinned conversation runs once.
 */
export function keepForProject(script: Script, settings: ProjectSettings, chosen: Chosen | null): Script {
  const { version, versions, versionsGiven } = settings
  const conversations = script.conversations.filter((conversation) => {
    if (chosen !== null && !chosen.includes(script.file, conversation)) return false
    const pinned = pinnedVersion(script, conversation, { environment: process.env })
    if (pinned === undefined || versionsGiven) return true
    return versions.includes(pinned) ? pinned === version : version === versions[0]
  })
  return { ...script, conversations }
}

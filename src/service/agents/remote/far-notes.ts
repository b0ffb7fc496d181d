import type { JsonValue } from '../../../base/json/json.ts'
import type { HidingProtocol } from '../../../wire/api/unseen.ts'

/** What an agent that runs elsewhere adds to the notes of a turn besides its parts. */
export interface FarNotes {
  /** Records that the agent may have made calls that nobody shows. */
  hides(protocol: HidingProtocol): void
  /** Records that a call with this output, of which that was not known, has failed. */
  failed(name: string, output: JsonValue): void
}

import type { Laws } from '../world/law.ts'
import { answerLaws } from './answer-laws.ts'
import { blueprintLaws } from './blueprint-laws.ts'
import { contentLaws } from './content-laws.ts'
import { envelopeLaws } from './envelope-laws.ts'
import { sessionLaws } from './session-laws.ts'
import { transcriptLaws } from './transcript-laws.ts'

/** Every law of answers, by its rule id. */
export const allLaws: Laws = {
  ...envelopeLaws,
  ...answerLaws,
  ...sessionLaws,
  ...transcriptLaws,
  ...contentLaws,
  ...blueprintLaws,
}

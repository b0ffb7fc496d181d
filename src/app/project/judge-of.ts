import { hashJson } from '../../base/hash-json.ts'
import { isJsonObject } from '../../base/json.ts'
import { judgeVersion } from '../../engine/judge/compose-question.ts'
import { judgeHash } from '../../engine/judge/create-judges.ts'
import type { Licence } from '../../records/licence/licence.ts'
import { ModelError } from '../../wire/models/model-error.ts'
import type { Criterion } from './criteria.ts'
import type { ProjectJudges } from './open-judges.ts'
import type { RunSettled } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** The judge of a criterion, as licences have it. */
export type JudgeFacts = Pick<Licence, 'judge' | 'models' | 'votes' | 'question' | 'looksAt'>

/** What a licence for this criterion would be bound to, as the config is now. @throws UsageError where it names no model that there is */
export async function judgeOf(
  { by, votes: own, looksAt }: Pick<Criterion, 'by' | 'votes' | 'looksAt'>,
  { open }: Pick<ProjectJudges, 'open'>,
  { judges }: Pick<RunSettled, 'judges'>,
): Promise<JudgeFacts> {
  const votes = own ?? judges.votes
  const models = await open(by).catch((error: unknown) => {
    if (error instanceof ModelError) throw new UsageError(error.message)
    throw error
  })
  return {
    judge: judgeHash(models, votes, looksAt),
    models: models
      .map(({ name, identity }) => {
        const { provider = '', modelId = '', ...settings } = isJsonObject(identity) ? identity : {}
        return { name, use: `${String(provider)}/${String(modelId)}`, settings: hashJson(settings) }
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    votes,
    question: judgeVersion,
    looksAt,
  }
}

import { hashJson } from '../../base/json/hash-json.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { judgeVersion } from '../../engine/judge/compose-question.ts'
import { judgeHash } from '../../engine/judge/create-judges.ts'
import type { Licence } from '../../records/licence/licence.ts'
import { ModelError } from '../../wire/models/model-error.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { SuiteCriterion } from '../suites/criteria.ts'
import type { ProjectJudges } from './open-judges.ts'

/** A judge as a licence records it. */
export type JudgeFacts = Pick<Licence, 'judge' | 'models' | 'votes' | 'question' | 'looksAt'>

/** What a licence would be bound to under this config. @throws UsageError for an unknown model */
export async function judgeOf(
  { by, votes: own, looksAt }: Pick<SuiteCriterion, 'by' | 'votes' | 'looksAt'>,
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

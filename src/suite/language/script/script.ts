import type { JsonObject } from '../../../base/json/json.ts'
import { list, type NamedEntry } from '../../yaml/collections.ts'
import { optional, type RecordOf, record, required, sameHint } from '../../yaml/record.ts'
import { flag, withPlace } from '../../yaml/scalar.ts'
import { jsonSchema, type Shape, withName } from '../../yaml/shape.ts'
import { fixedNames, fixedText } from '../matchers/fixed-text.ts'
import { aloneHints, conversation, settingFields } from './conversation.ts'
import { type Turn, turn } from './turn.ts'

/** A suite file as read: plain data with the place of every part, safe to serialise as JSON. */
export interface Script extends Omit<RecordOf<typeof suiteMembers>, 'at' | 'templates'> {
  /** The path that was given to `parseScript`. */
  file: string
  templates?: Template[]
}

const suiteHints: Record<string, string> = {
  timeout: 'write time limit:',
  name: 'write suite: and the name',
  ...sameHint(['tests', 'scenarios', 'cases'], 'write conversations:'),
  ...aloneHints,
  turns: 'write turns below a conversation, under conversations:',
  ...sameHint(['judge', 'judges'], 'criteria stand under expect: of a turn, models that judge in the config'),
}

/** Named turns; `file` is theirs if they are from an included file. */
export interface Template extends NamedEntry<Turn[]> {
  file?: string
}

export const templates: Shape<Template[]> = fixedNames(
  'templates',
  list(
    'turns',
    withName('turn', () => turn),
    1,
  ),
)

const suiteMembers = {
  suite: required(withPlace(fixedText), 'The name of the suite.'),
  ...settingFields,
  include: optional(
    list('files', withPlace(fixedText), 1),
    'Files whose variables, metadata and templates are used here, beside this one.',
  ),
  /** For suites made from real sessions: whether a person has reviewed the replacements for personal data. */
  masking: optional(
    record('masking', {
      reviewed: required(
        withPlace(flag),
        'Whether a person has read the suite for personal data that is left; it runs only with true.',
      ),
    }),
    'The masking of personal data in an imported suite.',
  ),
  templates: optional(templates, 'Named lists of turns that conversations use.'),
  conversations: required(
    list(
      'conversations',
      withName('conversation', () => conversation),
    ),
    'The conversations of the suite.',
  ),
}

export const suite = record('a suite', suiteMembers, suiteHints)

/** The JSON Schema (2020-12) of suite files, for completion and hover in editors; `schema/suite.json` is a copy. */
export function suiteSchema(): JsonObject {
  return jsonSchema('Tableread suite', suite)
}

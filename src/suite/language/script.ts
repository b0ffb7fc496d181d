import type { JsonObject } from '../../base/json.ts'
import { list, type NamedEntry } from '../yaml/collections.ts'
import type { Place, Placed } from '../yaml/place.ts'
import { optional, record, required, sameHint } from '../yaml/record.ts'
import { flag, placed } from '../yaml/scalar.ts'
import { jsonSchema, named, type Shape } from '../yaml/shape.ts'
import { type Conversation, conversation, type Settings, settingFields } from './conversation.ts'
import { fixedNames, fixedText } from './fixed-text.ts'
import { type Turn, turn } from './turn.ts'

/** A suite file as read: plain data with the place of every part, safe to serialise as JSON. */
export interface Script extends Suite {
  /** The path that was given to `parseScript`. */
  file: string
}

/** The root of a suite file. */
interface Suite extends Settings {
  suite: Placed<string>
  include?: Placed<string>[]
  /** For suites made from real sessions: whether a person has reviewed the replacements for personal data. */
  masking?: { reviewed: Placed<boolean>; at: Place }
  templates?: NamedEntry<Turn[]>[]
  conversations: Conversation[]
}

const suiteHints: Record<string, string> = {
  timeout: 'write time limit:',
  ...sameHint(
    ['attacks', 'goals', 'families', 'attacks of our own'],
    'this is a file of attacks: run it with tableread attack',
  ),
  name: 'write suite: and the name',
  ...sameHint(['tests', 'scenarios', 'cases'], 'write conversations:'),
  turns: 'write turns below a conversation, under conversations:',
  ...sameHint(['judge', 'judges'], 'criteria stand under expect: of a turn, models that judge in the config'),
}

/** A whole suite file. */
export const suite: Shape<Suite> = record(
  'a suite',
  {
    suite: required('suite', placed(fixedText), 'The name of the suite.'),
    ...settingFields,
    include: optional(
      'include',
      list('files', placed(fixedText), 1),
      'Files whose variables and metadata are used here, beside this one.',
    ),
    masking: optional(
      'masking',
      record('masking', {
        reviewed: required(
          'reviewed',
          placed(flag),
          'Whether a person has read the suite for personal data that is left; it runs only with true.',
        ),
      }),
      'The masking of personal data in an imported suite.',
    ),
    templates: optional(
      'templates',
      fixedNames(
        'templates',
        list(
          'turns',
          named('turn', () => turn),
          1,
        ),
      ),
      'Named lists of turns that conversations begin with.',
    ),
    conversations: required(
      'conversations',
      list(
        'conversations',
        named('conversation', () => conversation),
      ),
      'The conversations of the suite.',
    ),
  },
  suiteHints,
)

/** The JSON Schema (2020-12) of suite files, for completion and hover in editors; `schema/suite.json` is a copy. */
export function suiteSchema(): JsonObject {
  return jsonSchema('Tableread suite', suite)
}

/** Names of Botium's asserters, which look at what the bot says. */
export const asserters: ReadonlySet<string> = new Set([
  ...['TEXT', 'BUTTONS', 'BUTTONS_COUNT', 'BUTTONS_COUNT_REC', 'MEDIA', 'MEDIA_COUNT', 'MEDIA_COUNT_REC'],
  ...['CARDS', 'CARDS_COUNT', 'CARDS_COUNT_REC', 'FORMS', 'PAUSE_ASSERTER', 'RESPONSE_LENGTH'],
  ...['JSON_PATH', 'JSON_PATH_COUNT', 'INTENT', 'INTENT_UNIQUE', 'INTENT_CONFIDENCE'],
  ...['ENTITIES', 'ENTITY_VALUES', 'ENTITY_CONTENT', 'WER', 'TEXT_WER', 'BOT_CONSUMED', 'BOT_UNCONSUMED_COUNT'],
  ...['CONTAINS', 'REGEXP', 'REGEXP_IC', 'WILDCARD', 'WILDCARD_IC', 'EQUALS', 'EQUALS_IC', 'WILDCARDEXACT'].flatMap(
    (kind) =>
      kind.endsWith('_IC')
        ? [`TEXT_${kind}`, ...['ANY', 'ALL'].map((many) => `TEXT_${kind.slice(0, -3)}_${many}_IC`)]
        : [`TEXT_${kind}`, ...['ANY', 'ALL'].flatMap((many) => [`TEXT_${kind}_${many}`, `TEXT_${kind}_${many}_IC`])],
  ),
])

/** Names of its logic hooks, which do something beside the talk. */
export const hooks: ReadonlySet<string> = new Set([
  ...['PAUSE', 'WAITFORBOT', 'SET_SCRIPTING_MEMORY', 'CLEAR_SCRIPTING_MEMORY', 'ASSIGN_SCRIPTING_MEMORY'],
  ...['UPDATE_CUSTOM', 'INCLUDE', 'CONVO_STEP_PARAMETERS', 'CLEAR_QUEUE', 'SKIP_BOT_UNCONSUMED'],
  ...['ORDERED_LIST_TO_BUTTON', 'CONDITIONAL_STEP_BUSINESS_HOURS', 'CONDITIONAL_STEP_TIME_BASED'],
  ...['CONDITIONAL_STEP_CAPABILITY_VALUE_BASED', 'CONDITIONAL_STEP_JSON_PATH_BASED', 'CONDITIONAL_STEP_LOGIC_HOOK'],
])

/** Names of what a user can do beside saying something. */
export const inputs: ReadonlySet<string> = new Set(['BUTTON', 'MEDIA', 'FORM'])

/** Whether a name may be that of an extension: Botium knows it by its configuration alone. */
export function looksCustom(line: string): boolean {
  const [name = ''] = line.split(' ')
  return /^[A-Z][A-Z0-9_]{2,}$/.test(name) && (name.includes('_') || (/\|/.test(line) && line !== name))
}

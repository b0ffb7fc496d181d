import type { AgentChange, AgentDifference } from '../../compare/model/agent-difference.ts'
import { type Child, element } from '../kit/element.ts'
import { bothWords } from './draw-words.ts'

/** What changed in the agents between the sides: prompts word by word, lists by what came and went, settings by value. */
export function drawAgents(agents: readonly AgentDifference[]): HTMLElement[] {
  return agents.map(({ agent, a, b, unseen, changes }) =>
    element(
      'section',
      'agent',
      element('h3', {}, agent, element('span', 'muted', ` ${a ?? 'not seen'} → ${b ?? 'not seen'}`)),
      unseen === null ? null : element('p', 'muted', unseen),
      unseen === null && changes.length === 0 ? element('p', 'muted', 'Nothing differs.') : null,
      element('dl', 'agent-changes', ...changes.flatMap(drawChange)),
    ),
  )
}

function drawChange({ path, words, added = [], removed = [], a, b }: AgentChange): HTMLElement[] {
  const value: Child[] =
    words === undefined
      ? [
          ...removed.flatMap((each) => [element('del', {}, each), ' ']),
          ...added.flatMap((each) => [element('ins', {}, each), ' ']),
          ...(a === undefined ? [] : [element('del', {}, a), ' ']),
          ...(b === undefined ? [] : [element('ins', {}, b)]),
        ]
      : [element('p', { class: 'text prompt', tabindex: '0' }, ...bothWords(words))]
  return [element('dt', {}, element('code', {}, path)), element('dd', {}, ...value)]
}

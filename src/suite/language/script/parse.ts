import { insistKind } from '../../../base/json/insist-kind.ts'
import type { YamlNode } from '../../yaml/node.ts'
import { fewProblems, type Problem } from '../../yaml/problem.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import type { Reading } from '../../yaml/shape.ts'
import { checkScript } from './check-script.ts'
import { loadRows } from './data-file.ts'
import { expandScript } from './expand-script.ts'
import { loadHistories } from './history-file.ts'
import { includeFiles, type OpenIncluded } from './include-files.ts'
import { recordMentions } from './mentions.ts'
import { type Script, suite } from './script.ts'
import { soundPart } from './sound-part.ts'

/** A script, or what is wrong with its text and, for a linter alone, the part of it that nothing is wrong with. */
export type ParsedScript = { ok: true; script: Script } | { ok: false; problems: Problem[]; sound?: Script }

/**
 * Reads the text of a suite file and, through `open`, the files that it includes. Every problem has a code, a
 * place and usually a hint; nothing is thrown. A conversation that asserts nothing, an undefined
 * `{{variable}}` and a feature that cannot be judged yet are problems too, so that nothing passes unchecked.
 */
export function parseScript(content: string, file: string, open: OpenIncluded = () => null): ParsedScript {
  insistKind(typeof content === 'string', 'parseScript takes the text of a suite', content)
  const yaml = readYaml(content, file)
  return yaml.ok
    ? readScript(yaml.root, { file, problems: [] }, open, content)
    : { ok: false, problems: fewProblems(yaml.problems) }
}

/** The same for nodes already read; problems already in `reading` count too. `content` is their text, if known. */
export function readScript(
  root: YamlNode,
  reading: Reading,
  open: OpenIncluded = () => null,
  content?: string,
): ParsedScript {
  const { file, problems } = reading
  const read = suite.read(root, reading)
  const whole = read === undefined ? undefined : loadRows(includeFiles({ ...read, file }, reading, open), reading, open)
  const loadedScript = whole === undefined ? undefined : loadHistories(whole, reading, open)
  const script = loadedScript === undefined ? undefined : expandScript(loadedScript, reading)
  if (script !== undefined && content !== undefined && read?.include === undefined)
    recordMentions(content, script.conversations)
  if (script !== undefined) checkScript(script, reading, root)
  // A mistake in a template or a row is found in every conversation that uses it.
  const once = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  if (script !== undefined && once.size === 0) return { ok: true, script }
  return refused(root, file, [...once.values()], open)
}

/** With what can be known beside it: the problems of other conversations, which a later step would find. */
function refused(root: YamlNode, file: string, problems: readonly Problem[], open: OpenIncluded): ParsedScript {
  const part = soundPart(root, file, problems)
  const rest = part === null ? undefined : readScript(part.root, { file, problems: [] }, open)
  if (part === null || rest === undefined) return { ok: false, problems: fewProblems(problems) }
  const further = rest.ok ? [] : rest.problems.filter(part.isInside)
  const sound = rest.ok ? rest.script : rest.sound
  return {
    ok: false,
    problems: fewProblems([...problems, ...further]),
    ...(sound === undefined ? {} : { sound }),
  }
}

import { mutantKinds } from '../../compare/mutation/mutant/mutant.ts'
import type { Suggestion, Survivor, TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { escapeText, fenceLines } from '../markdown/blocks.ts'
import { describeKinds, formatScore, tallyKinds } from './format-scores.ts'
import { describeSurvivor, nameCatch, namePlace } from './format-teeth.ts'

/** The result as Markdown for a pull request: scores by suite and by kind, and `limit` suggestions. */
export function formatTeethMarkdown(result: TeethResult, limit: number): string {
  const { suites, conversations, suggestions, survivors } = result
  const unscored = conversations.flatMap(({ name, version, unscored }) =>
    unscored === null ? [] : [`- ${escapeText(`${name} [${version}]: ${unscored.reason}`)}`],
  )
  const more = suggestions.length - limit
  return [
    `## Teeth: ${formatScore(result.score)}`,
    '',
    ...(suites.length === 0 ? [] : [describeKinds(result), '']),
    '| suite | version | score | caught | survived | accepted |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...suites.map(({ suite, version, score, caught, survived, accepted }) =>
      row([escapeText(suite), version, formatScore(score), caught, survived, accepted]),
    ),
    '',
    '| worse in | caught | survived | accepted | |',
    '| --- | ---: | ---: | ---: | --- |',
    ...tallyKinds(result).map(({ kind, caught, survived, accepted }) =>
      row([kind, caught, survived, accepted, mutantKinds[kind]]),
    ),
    ...(unscored.length === 0 ? [] : ['', 'Not measured:', '', ...unscored]),
    ...(suggestions.length === 0 || limit === 0 ? [] : ['', '### What would catch them']),
    ...suggestions.slice(0, limit).flatMap((each) => suggestionLines(each, survivors)),
    ...(more > 0 ? ['', `and ${more} more`] : []),
    '',
  ].join('\n')
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

function suggestionLines(suggestion: Suggestion, survivors: readonly Survivor[]): string[] {
  const { turn, yaml, catches } = suggestion
  const [first] = catches.flatMap((number) => survivors[number] ?? [])
  return [
    '',
    `${escapeText(namePlace(suggestion))}: ${nameCatch(suggestion)}${first === undefined ? '' : `, as ${escapeText(describeSurvivor(first, turn === null))}`}`,
    '',
    fenceLines(yaml.split('\n')),
  ]
}

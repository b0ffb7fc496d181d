import { didYouMean } from '../../base/text/suggest.ts'
import { print } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { type Flag, longOf } from '../flags/flag.ts'
import type { Verb } from './command.ts'
import { verbGroups } from './help.ts'

/** The shells for which there is completion, each with what writes its script from the declared verbs. */
const scripts: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** `tableread completion`: prints a script for a shell. Returns 0. @throws UsageError for another shell */
export async function completion(shell: string, verbs: readonly Verb[]): Promise<number> {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  const names = Object.keys(scripts)
  if (script === undefined)
    throw new UsageError(`there is no completion for ${shell}`, didYouMean(shell, names) ?? names.join(', '))
  print(script(verbs))
  return 0
}

interface Completed {
  long: string
  short: string | null
  about: string
  values: readonly string[]
  takesValue: boolean
}

function flagsOf({ flags }: Verb): Completed[] {
  return Object.entries(flags).flatMap(([name, flag]: [string, Flag]) => {
    const long = longOf(flags, name)
    const own = {
      long,
      short: /^-(\w)\b/.exec(flag.written)?.[1] ?? null,
      about: flag.help,
      values: flag.choices ?? [],
      takesValue: /[<[]/.test(flag.written),
    }
    const off = { ...own, long: long.replace('--', '--no-'), short: null, values: [], takesValue: false }
    return flag.off === undefined ? [own] : [own, { ...off, about: flag.off }]
  })
}

/** The first words of verbs with what each answers, in the order of help; those below each. */
function firstWords(verbs: readonly Verb[]): { word: string; about: string; below: Verb[] }[] {
  const answers = Object.values(verbGroups).flatMap((group) => Object.entries(group))
  const words = [...new Set(verbs.map(({ name }) => name.split(' ')[0] ?? name))]
  return words.map((word) => ({
    word,
    about: answers.find(([names]) => names.split(', ').includes(word))?.[1] ?? '',
    below: verbs.filter(({ name }) => name.startsWith(`${word} `)),
  }))
}

const lastWord = ({ name }: Verb): string => name.slice(name.indexOf(' ') + 1)

function bashScript(verbs: readonly Verb[]): string {
  const first = firstWords(verbs)
  const below = first.filter((each) => each.below.length > 0)
  const values = verbs.flatMap((verb) =>
    flagsOf(verb).flatMap(({ long, short, values: some }) =>
      some.length === 0
        ? []
        : `    ${[long, ...(short === null ? [] : [`-${short}`])].map((flag) => `"${verb.name} ${flag}"`).join('|')}) words="${some.join(' ')}" ;;`,
    ),
  )
  return `# Completion of tableread for bash: eval "$(npx tableread completion bash)"
_tableread() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} verb=\${COMP_WORDS[1]} words=
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "${first.map(({ word }) => word).join(' ')}" -- "$current"))
    return
  fi
  case "$verb \${COMP_WORDS[2]}" in
    ${below.flatMap((each) => each.below.map(({ name }) => `"${name}"`)).join('|')}) [ "$COMP_CWORD" -gt 2 ] && verb="$verb \${COMP_WORDS[2]}" ;;
  esac
  case "$verb $previous" in
${values.join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$verb" in
${verbs.map((verb) => `      "${verb.name}") words="${[...flagsOf(verb).map(({ long }) => long), '--help'].join(' ')}" ;;`).join('\n')}
    esac
    case "$current" in
      -*) ;;
      *)
        words=
        if [ "$COMP_CWORD" = 2 ]; then
          case "$verb" in
${below.map(({ word, below: some }) => `            ${word}) words="${some.map(lastWord).join(' ')}" ;;`).join('\n')}
          esac
        fi
        ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _tableread tableread
`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function zshScript(verbs: readonly Verb[]): string {
  const plain = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&')
  const specs = (verb: Verb): string =>
    flagsOf(verb)
      .flatMap(({ long, short, about, values, takesValue }) =>
        [long, ...(short === null ? [] : [`-${short}`])].map((flag) => {
          const after = takesValue ? `:${long.slice(2)}:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : ''
          return quoted(`*${flag}[${plain(about)}]${after}`)
        }),
      )
      .concat(quoted('*:file:_files'))
      .join(' \\\n        ')
  const first = firstWords(verbs)
  const below = first.filter((each) => each.below.length > 0)
  return `#compdef tableread
# Completion of tableread for zsh: eval "$(npx tableread completion zsh)"
_tableread() {
  local -a verbs
  verbs=(
${first.map(({ word, about }) => `    ${quoted(`${word}:${plain(about)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  case $verb in
${below.map(({ word, below: some }) => `    ${word}) (( CURRENT == 3 )) && compadd -- ${some.map(lastWord).join(' ')}; [[ " ${some.map(lastWord).join(' ')} " == *" $words[3] "* ]] && (( CURRENT > 3 )) && verb="$verb $words[3]" ;;`).join('\n')}
  esac
  case $verb in
${verbs.map((verb) => `    ${quoted(verb.name)})\n      _arguments ${specs(verb)} ;;`).join('\n')}
  esac
}
compdef _tableread tableread
`
}

function fishScript(verbs: readonly Verb[]): string {
  const first = firstWords(verbs)
  const rows = first.flatMap(({ word, about, below }) => [
    `complete -c tableread -n __fish_use_subcommand -f -a ${word} -d ${quoted(about)}`,
    ...below.map(
      (verb) =>
        `complete -c tableread -n '__fish_seen_subcommand_from ${word}' -f -a ${lastWord(verb)} -d ${quoted(verb.about)}`,
    ),
  ])
  const flags = verbs.flatMap((verb) => {
    const conditions = verb.name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    return flagsOf(verb).map(({ long, short, about, values, takesValue }) => {
      const words = [
        `complete -c tableread -n '${conditions.join('; and ')}'`,
        `-l ${long.slice(2)}`,
        ...(short === null ? [] : [`-s ${short}`]),
        ...(takesValue ? ['-r'] : []),
        ...(values.length > 0 ? [`-f -a ${quoted(values.join(' '))}`] : []),
        `-d ${quoted(about)}`,
      ]
      return words.join(' ')
    })
  })
  return `# Completion of tableread for fish: npx tableread completion fish | source\n${[...rows, ...flags].join('\n')}\n`
}

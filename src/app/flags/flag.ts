/** A flag as it is declared once: the command line, its help, the docs and the types of what it gives follow. */
export interface Flag {
  /** As commander reads it: `-t, --name <pattern>`; `--no-reconcile` is on unless it is given. */
  readonly written: string
  /** What it does, in words that begin small and have no full stop. */
  readonly help: string
  /** What holds without it, in words. */
  readonly usually?: string
  /** The value that it has without being given. */
  readonly preset?: string
  /** The only values that it takes. */
  readonly choices?: readonly string[]
  /** Whether it may also be the place of a module of one's own: `./mine.ts#name`. */
  readonly orModule?: true
  /** Whether it may be given several times. */
  readonly repeats?: true
  /** Whether it always has a value: it must be given, or is preset. */
  readonly needed?: true
  /** What `--no-` before its name does. */
  readonly off?: string
  /** The key of the config, and the variable of the environment, that say the same. */
  readonly config?: string
  readonly environment?: string
  /** Whether help shows it without --all; otherwise it does where it is of one verb alone. */
  readonly everyday?: boolean
  /** The page of the docs that says more, from docs/commands.md. */
  readonly page?: string
}

export type Flags = Readonly<Record<string, Flag>>

type TextOf<F extends Flag> = F extends { orModule: true }
  ? string
  : F extends { choices: readonly (infer Choice extends string)[] }
    ? Choice
    : string

type OnceOf<F extends Flag> = F['written'] extends `${string}[${string}`
  ? TextOf<F> | true
  : F['written'] extends `${string}<${string}`
    ? TextOf<F>
    : boolean

/** What a flag gives where it was given. */
type ValueOf<F extends Flag> = F extends { repeats: true }
  ? OnceOf<F>[]
  : F['written'] extends `${string}...${string}`
    ? TextOf<F>[]
    : F extends { off: string }
      ? OnceOf<F> | false
      : OnceOf<F>

/** The values that flags give, by their names. */
export type FlagsOf<All extends Flags> = {
  [Name in keyof All as All[Name] extends { needed: true } ? Name : never]: ValueOf<All[Name]>
} & { [Name in keyof All as All[Name] extends { needed: true } ? never : Name]?: ValueOf<All[Name]> }

/** How a flag is written in full: `--time-limit`. */
export function longOf(flags: Flags, name: string): string {
  return /--[a-z-]+/.exec(flags[name]?.written ?? '')?.[0] ?? name
}

/** The help of a flag: what it does, what holds without it, and where else it can be said. */
export function helpOf({ help, usually, config, environment }: Flag): string {
  const more = [
    ...(usually === undefined ? [] : [`default: ${usually}`]),
    ...(config === undefined ? [] : [`config: ${config}`]),
    ...(environment === undefined ? [] : [`environment: ${environment}`]),
  ]
  return more.length === 0 ? help : `${help} (${more.join('; ')})`
}

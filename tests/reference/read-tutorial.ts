/** One thing that the reader of the tutorial does: write a file, or run a command and compare what it prints. */
export type TutorialStep =
  | { kind: 'write'; file: string; text: string }
  | { kind: 'run'; command: string; printed: string }

/** The steps of the tutorial, in order. A YAML block begins with the name of its file; what a command prints is the block after it. */
export function readTutorial(page: string): TutorialStep[] {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, language, text = ''], index): TutorialStep[] => {
    if (language === 'yaml') {
      const file = /^# (\S+)\n/.exec(text)?.[1]
      if (file === undefined) throw new Error(`a block of the tutorial does not name its file: ${text}`)
      return [{ kind: 'write', file, text }]
    }
    if (language !== 'sh') return []
    return [{ kind: 'run', command: text.trim(), printed: blocks[index + 1]?.[2] ?? '' }]
  })
}

/** The tutorial with other output after its commands, in order. */
export function replacePrinted(page: string, printed: readonly string[]): string {
  let index = 0
  return page.replace(/(^```sh\n[\s\S]*?^```\n\n```\n)[\s\S]*?(^```$)/gm, (_, before: string, after: string) => {
    const text = printed[index++] ?? ''
    return `${before}${text}${after}`
  })
}

/** What differs from run to run, made the same: times and ports. */
export function maskTimes(text: string): string {
  return text
    .replace(/\b\d+(\.\d+)? (ms|s)\b/g, '# ms')
    .replace(/time="[\d.]+"/g, 'time="#"')
    .replace(/timestamp="[^"]+"/g, 'timestamp="#"')
    .replace(/sessionId=[\da-f-]+/g, 'sessionId=#')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:#')
}

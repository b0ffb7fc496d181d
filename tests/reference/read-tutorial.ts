/** One step of the tutorial: write a file, or run a command and compare its output. */
export type TutorialStep =
  | { kind: 'write'; file: string; text: string }
  | { kind: 'run'; command: string; printed: string }

/**
 * The steps of the tutorial, in order. A YAML block begins with its file name; the block after a command is
 * its output.
 */
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

/** The tutorial with the output of its commands replaced, in order. */
export function replacePrinted(page: string, printed: readonly string[]): string {
  let index = 0
  return page.replace(/(^```sh\n[\s\S]*?^```\n\n```\n)[\s\S]*?(^```$)/gm, (_, before: string, after: string) => {
    const text = printed[index++] ?? ''
    return `${before}${text}${after}`
  })
}

/** Masks what differs from run to run: times and ports. */
export function maskTimes(text: string): string {
  return text
    .replace(/\b\d+(\.\d+)? (ms|s)\b/g, '# ms')
    .replace(/time="[\d.]+"/g, 'time="#"')
    .replace(/timestamp="[^"]+"/g, 'timestamp="#"')
    .replace(/sessionId=[\da-f-]+/g, 'sessionId=#')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:#')
}

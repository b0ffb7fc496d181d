import { createInterface } from 'node:readline'
import { createPaint, eraseLine } from '../../../report/text/paint.ts'
import { commandNames } from '../../chat/input.ts'
import type { ChatScreen } from '../../chat/screen.ts'
import { colours, print } from '../../edge/print.ts'
import { interruptible, interrupts, isClosedTerminal } from '../../edge/process.ts'

/** A chat over standard input and output. */
export interface ChatTerminal {
  screen: ChatScreen
  /** The entered lines; a terminal prompts for each. */
  lines(): AsyncIterable<string>
  /** The exit code if Ctrl-C or a signal ended the chat. */
  endedBy(): number | null
  close(): void
}

/** Ctrl-C cancels the task in progress, or ends the chat if pressed twice without one; in a pipe it ends the chat. */
export function openChatTerminal(): ChatTerminal {
  const { stdin, stdout } = process
  const interactive = stdin.isTTY === true && stdout.isTTY === true
  const paint = createPaint(colours())
  const interrupt = interruptible()
  const reader = createInterface({
    input: stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
    historySize: 500,
    ...(interactive ? { output: stdout, prompt: '> ', completer: completeCommand } : {}),
  })
  const waiting: string[] = []
  let [closed, pressed, code]: [boolean, boolean, number | null] = [false, false, null]
  let wake = (): void => undefined
  let work: AbortController | null = null
  const end = (): void => {
    closed = true
    if (interactive || interrupt.signal.aborted) work?.abort()
    wake()
  }
  reader.on('line', (entered) => {
    waiting.push(entered)
    if (!interactive && waiting.length > 100) reader.pause() // a pipe may be endless
    pressed = false
    wake()
  })
  reader.on('close', () => {
    if (interactive && isClosedTerminal(0)) code ??= interrupts.SIGHUP // the signal may come later, or never
    end()
  })
  const ignore = (): void => undefined // reading from a closed terminal, or resetting it, fails before it ends
  reader.on('error', ignore)
  stdin.on('error', ignore)
  reader.on('SIGINT', () => {
    if (work !== null) return work.abort()
    if (pressed) {
      code = 130
      return reader.close()
    }
    pressed = true
    print(`\n${paint.dim('Ctrl-C again ends')}\n`)
    reader.write(null, { ctrl: true, name: 'u' })
    reader.prompt()
  })
  interrupt.signal.addEventListener('abort', () => {
    code = Number(interrupt.signal.reason)
    end()
  })
  return {
    screen: {
      paint,
      interactive,
      columns: () => (stdout.isTTY === true ? (stdout.columns ?? 80) || 80 : null),
      write: (lines) => print(lines.map((each) => `${each}\n`).join('')),
      async during(perform) {
        work = new AbortController()
        pressed = false
        if (interrupt.signal.aborted) work.abort()
        const redraws = interactive && process.env.TERM !== 'dumb'
        if (redraws) print(paint.dim('… (Ctrl-C cancels)'))
        try {
          return await perform(work.signal)
        } finally {
          work = null
          if (redraws) print(eraseLine)
        }
      },
    },
    async *lines() {
      for (;;) {
        if (waiting.length === 0 && !closed) {
          if (interactive) reader.prompt(true)
          else reader.resume()
          await new Promise<void>((done) => {
            wake = done
          })
        }
        const next = code === null ? waiting.shift() : undefined
        if (next === undefined) return
        yield next
      }
    },
    endedBy: () => code,
    close() {
      if (code !== interrupts.SIGHUP) interrupt.release() // a closed terminal may still send its signal
      reader.close()
    },
  }
}

function completeCommand(typed: string): [string[], string] {
  const commands = commandNames.map((name) => `/${name}`).filter((each) => each.startsWith(typed))
  return [typed.startsWith('/') ? commands : [], typed]
}

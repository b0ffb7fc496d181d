import { DefaultReporter, type TestCase } from 'vitest/node'

/** Vitest's default report, with the notes of a conversation below its first error and not below every one. */
export class NotesOnceReporter extends DefaultReporter {
  readonly #noted = new WeakSet<TestCase>()

  protected override printAnnotations(test: TestCase, console: 'log' | 'error', padding?: number): void {
    if (console === 'error' && this.#noted.has(test)) return
    this.#noted.add(test)
    super.printAnnotations(test, console, padding)
  }
}

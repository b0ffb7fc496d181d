import { writeFileSync } from 'node:fs'

const page = new URL('../../docs/local-service-performance.md', import.meta.url)

const words = `# Performance of the local service

<!-- \`node bench/service/run.mjs\` writes this page; do not edit it by hand. -->

What the local service adds to a bare HTTP route, and whether it stays quick and small when it holds much. The bare route
is Hono on the same listener, which parses the body and answers with the bytes of a real answer. Servers and the client (an
undici pool of 8 connections, kept alive) are processes of their own; the service is \`tableread serve\` with an agent of
one rule, one tool call and one reply, and every session has 5 turns. Every answer is checked for its status, its session
and the words of the reply. Contenders take turns, a ratio is taken within a round, and a first round is thrown away.
Shown are medians, with the least and the most in brackets. Writes with \`--data\` have reached the system before a turn is
answered: they survive the end of the process, however it ends. For the session fetch, stores are filled directly and then
fetched from over HTTP.

Beside the scripted agent, the same one as a function of somebody's code plays the same turns on a service of its own. A thousand
sessions at once are asked of an agent of a model that takes a second, a stub of the wire protocol in a process of its own, by a client
whose connections are open. \`node bench/service/run.mjs --only start --against FOLDER\` also starts the build of another checkout, in
turn. Where other work keeps the machine busy, the quickest of both sides is told beside the median of rounds, and the processor time
beside turns per second.

What is counted rather than timed stands in tests: a turn of code is one transaction, reads no history that its agent does not look
at, makes no signal that nobody asks for, and compiles the schema of a tool once (src/service/agents/thinking/turn-cost.test.ts); that
of a module takes one message each way (src/service/agents/code/agent-code.test.ts);
\`serve\` of scripted agents loads nothing of the AI SDK, of MCP, A2A or AG-UI, nor of Tableread's own part that thinks
(tests/counts.test.ts).

In memory, ninety per cent of a scripted agent's turns is not reached, and a thread cannot reach it where a turn is as short as
this one. On the service's own thread an agent of code takes about a fifth of a turn more than a scripted one: a third of that is the
waiting itself (promises, the limit of time, what is noted), which an agent in the same thread would take as well, and the rest is one
message there and one back. The other thread's work counts where there are no more processors than threads. Agents that take a
millisecond or more to think do not notice, nor do services that keep their sessions in a file. An agent in the service's own thread
could exit, block or print into reports, so there is no way to ask for that. Of a thousand sessions at once, the first that a service
ever plays take about a second longer than the next ones: its code runs uncompiled at first (the AI SDK itself is loaded before).
`

/** Writes docs/local-service-performance.md: the text above and the measurements. */
export function writePage(markdown) {
  writeFileSync(page, `${words}\n${markdown}\n`)
}

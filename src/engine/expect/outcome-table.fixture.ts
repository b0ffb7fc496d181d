/**
 * The outcomes of expectations in each scene of outcome-table.test.ts: an expectation, and below it its
 * outcomes, each with its verdict, its column, its subject, and its mismatches.
 */
export const outcomeTable: string = String.raw`
# nothing
reply: Hi
  failed @8 reply reply | reply: "Hi", not undefined @8
reply: none
  passed @8 reply reply
reply: { agentName: desk }
  failed @21 reply agentName | agentName: "desk", not undefined @21
reply: { agentName: { not: desk } }
  passed @10 reply agentName
reply: { messages: 2 }
  failed @20 reply messages | messages: 2, not 0 @20
reply: { messages: { not: { contains: here } } }
  passed @10 reply messages
reply: { not: { contains: here } }
  passed @10 reply reply
reply: { not: { all: [{ present: true }, { not: { contains: x } }] } }
  passed @10 reply reply
reply: { not: { present: false } }
  failed @10 reply reply | reply: not not to be there, not undefined @10
reply: { not: { present: true } }
  passed @10 reply reply
calls: [a]
  failed @9 call a | calls[0]
calls: { count: 1 }
  failed @17 call count | calls.count | the number of calls: 1, not 0 @17
calls: [{ a: { times: 1 } }]
  failed @23 call count a | calls[0] | counted none | the number of calls of a: 1, not 0 @23
# two messages
reply: none
  failed @8 reply reply | reply: no reply, not "First part.\nSecond part." @8
reply: Hi
  failed @8 reply reply | reply: "Hi", not "First part.\nSecond part." @8
reply: { not: { contains: part } }
  failed @10 reply reply | reply: not something that contains "part", not "First part.\nSecond part." @10
reply: { not: Second part. }
  failed @10 reply reply | reply, message 2: not "Second part.", not "Second part." @10
reply: { agentName: desk }
  failed @21 reply agentName | agentName: "desk", not "human" @21
reply: { agentName: human }
  passed @10 reply agentName
reply: { agentName: { not: desk } }
  failed @23 reply agentName | agentName, message 1: not "desk", not "desk" @23
reply: { messages: 3 }
  failed @20 reply messages | messages: 3, not 2 @20
reply: { messages: { not: { contains: Second } } }
  failed @22 reply messages | reply: not something that contains "Second", not "First part.\nSecond part." @22
reply: { messages: { not: { contains: { words: 2 } } } }
  failed @22 reply messages | messages: not something that contains words 2, not ["First part.","Second part."] @22
reply: { messages: { not: { length: 24 } } }
  passed @10 reply messages
reply: { messages: { not: { contains: "part.\nSecond" } } }
  failed @22 reply messages | reply: not something that contains "part.\nSecond", not "First part.\nSecond part." @22
reply: { messages: { not: 2 } }
  failed @22 reply messages | messages: not 2, not 2 @22
reply: { messages: { matches: /Third/ } }
  failed @31 reply messages | messages: text that matches /Third/, not "First part.\nSecond part." @31
reply: { messages: [First part., { contains: Third }] }
  failed @46 reply messages | messages[1]: something that contains "Third", not "Second part." @46
reply: { messages: [First part.] }
  failed @20 reply messages | messages[1]: not to be there, not "Second part." @20
reply: { messages: [First part., Second part., { not: Third }] }
  failed @50 reply messages | messages[2]: not "Third", not undefined @50
reply: { content: { length: 3 } }
  failed @29 reply content | content (length): 3, not 2 @29
reply: { thinking: hm }
  failed @20 reply thinking | thinking: "hm", not undefined @20
reply: { thinking: { not: hm }, summary: none, background: none }
  passed @10 reply thinking
  passed @33 reply summary
  passed @48 reply background
# a last message that names no agent
reply: { agentName: human }
  failed @21 reply agentName | agentName: "human", not undefined @21
reply: { agentName: { not: robot } }
  failed @23 reply agentName | agentName: not "robot", not undefined @23
# a first message that names no agent
reply: { agentName: { not: { empty: true } } }
  passed @10 reply agentName
reply: { agentName: { not: { present: false } } }
  passed @10 reply agentName
# a text with a button
reply: { not: Hi }
  failed @10 reply reply | reply, message 1: not "Hi", not "Hi" @10
reply: { not: Bye }
  failed @10 reply reply | reply, message 2: not "Bye", not "Bye" @10
reply: { not: { contains: Track } }
  failed @10 reply reply | reply, message 1, button: not something that contains "Track", not "Track" @10
# items
reply: { not: { contains: Track } }
  failed @10 reply reply | reply, message 1, button: not something that contains "Track", not "Track" @10
reply: { not: { contains: mug } }
  failed @10 reply reply | reply, message 1, caption: not something that contains "mug", not "a mug" @10
reply: { not: { contains: talk } }
  failed @10 reply reply | reply, message 1, caption: not something that contains "talk", not "a talk" @10
reply: { not: { contains: bill } }
  failed @10 reply reply | reply, message 1, filename: not something that contains "bill", not "bill.pdf" @10
reply: { not: { contains: a.example } }
  passed @10 reply reply
reply: { not: Cancel }
  failed @10 reply reply | reply, message 2, button: not "Cancel", not "Cancel" @10
reply: { messages: [{ not: { contains: talk } }, { not: { contains: Cancel } }] }
  failed @23 reply messages | messages[0], caption: not something that contains "talk", not "a talk" @23
  failed @52 reply messages | messages[1], button: not something that contains "Cancel", not "Cancel" @52
reply: { not: { empty: true } }
  passed @10 reply reply
reply: { not: { present: false } }
  passed @10 reply reply
reply: { messages: { not: { contains: bill } } }
  failed @22 reply messages | reply, message 1, filename: not something that contains "bill", not "bill.pdf" @22
reply: { button: [{ payload: x }, Track] }
  passed @10 item button | seen 2
  failed @10 item button | seen 2 | button: one button more that is so, not undefined @10
reply: { button: { none: [Track, Skip] } }
  failed @27 item button | seen 2 | button: not "Track", not "Track" @27
reply: { button: { not: Track, ignore case: true } }
  failed @20 item button | seen 2 | button: not "Track", not "Track" @20
reply: { button: { all: [{ not: Track }, { not: Skip }] } }
  failed @28 item button | seen 2 | button: not "Track", not "Track" @28
reply: { button: { all: [{ not: Skip }, Track] } }
  passed @10 item button | seen 2
reply: { button: { not: Skip } }
  passed @10 item button | seen 2
reply: { button: Track }
  passed @10 item button | seen 2
reply: { image: none }
  failed @10 item image | seen 2 | image: no image, not "a mug" @10 | image: no image, not "" @10
# thoughts
reply: { thinking: { not: aha } }
  failed @22 reply thinking | thinking, entry 2: not "aha", not "aha" @22
reply: { thinking: x }
  failed @20 reply thinking | thinking: "x", not "hm\naha" @20
reply: { summary: x }
  failed @19 reply summary | summary: "x", not "sum" @19
reply: { background: x }
  failed @22 reply background | background: "x", not undefined @22
reply: { summary: { not: sum } }
  failed @21 reply summary | summary: not "sum", not "sum" @21
# calls
calls: none
  failed @8 unexpected call none | calls.none | call a
  failed @8 unexpected call none | calls.none | call b
  failed @8 unexpected call none | calls.none | call a
  failed @8 unexpected call none | calls.none | call c
calls: { exactly: [a, b] }
  passed @20 call a | calls.exactly[0] | closest a at 1
  passed @23 call b | calls.exactly[1] | closest b at 3
  failed @10 unexpected call exactly | calls.exactly | call a
  failed @10 unexpected call exactly | calls.exactly | call c
calls: { never: [x, a] }
  passed @18 unexpected call never | calls.never[0]
  failed @21 unexpected call never | calls.never[1] | call a
  failed @21 unexpected call never | calls.never[1] | call a
calls: { never: [{ b: { after: b } }] }
  passed @20 unexpected call never | calls.never[0]
calls: { never: [{ b: { after: x } }] }
  passed @20 unexpected call never | calls.never[0]
calls: { count: 3 }
  failed @17 call count | calls.count | made a,b,a,c | the number of calls: 3, not 4 @17
calls: [c, a]
  failed @9 call c | calls[0] | closest c at 7 | made a,b,a,c
  passed @12 call a | calls[1] | closest a at 1
calls: { any order: [c, a, x] }
  passed @22 call c | calls.any order[0] | closest c at 7
  passed @25 call a | calls.any order[1] | closest a at 1
  failed @28 call x | calls.any order[2] | made a,b,a,c
calls: { post: [a] }
  failed @17 call a | calls.post[0] | made a,b,a,c | in post
calls: { post: none }
  failed @16 unexpected call none | calls.post.none | call c
calls: { post: { never: [c], count: 2 } }
  failed @26 unexpected call never | calls.post.never[0] | call c
  failed @37 call count | calls.post.count | made c | the number of calls: 2, not 1 @37
calls: { post: { pre: { count: 1 }, post: none } }
  failed @32 call count | calls.pre.count | the number of calls: 1, not 0 @32
  failed @43 unexpected call none | calls.post.none | call c
calls: { in order: [a], reference: [b, x] }
  passed @21 call a | calls[0] | closest a at 1
  reference @37 call b | calls.reference[0] | closest b at 3
  reference @40 call x | calls.reference[1] | made a,b,a,c
calls: [{ a: { times: 2 } }, b]
  passed @30 call b | calls[1] | closest b at 3
  failed @23 call count a | calls[0] | counted 1,5 | made a,b,a,c | order: all of them at this place of the list, not "others between" @23
calls: [{ a: { times: 3 } }, b]
  passed @30 call b | calls[1] | closest b at 3
  failed @23 call count a | calls[0] | counted 1,5 | made a,b,a,c | the number of calls of a: 3, not 2 @23
calls: [{ a: { times: 2 } }, { b: { times: 1 } }]
  failed @23 call count a | calls[0] | counted 1,5 | made a,b,a,c | order: all of them at this place of the list, not "others between" @23
  passed @44 call count b | calls[1] | counted 3 | made a,b,a,c
calls: [{ b: { times: 1 } }, x]
  failed @30 call x | calls[1] | made a,b,a,c
  passed @23 call count b | calls[0] | counted 3 | made a,b,a,c
calls: { any order: [{ a: { times: 2 } }, x] }
  failed @43 call x | calls.any order[1] | made a,b,a,c
  passed @36 call count a | calls.any order[0] | counted 1,5 | made a,b,a,c
calls: { any order: [{ a: { times: 2 } }, a] }
  passed @43 call a | calls.any order[1] | closest a at 1
  passed @36 call count a | calls.any order[0] | counted 1,5 | made a,b,a,c
calls: [{ a: { times: 3, with: { n: 1 } } }]
  failed @23 call count a | calls[0] | counted 1 | made a,b,a,c | the number of calls of a: 3, not 1 @23
calls: [{ a: { times: 1, with: { n: 2, m: 1 } } }]
  failed @23 call count a | calls[0] | counted none | made a,b,a,c | the number of calls of a: 1, not 0 @23 | arguments.m: 1, not undefined @43
calls: [{ a: { times: { at most: 2 }, before: b } }]
  failed @47 call count a | calls[0] | counted 1,5 | made a,b,a,c | order: before b, not "after b" @47
calls: [{ x: { times: 1 } }]
  failed @23 call count x | calls[0] | counted none | made a,b,a,c | the number of calls of x: 1, not 0 @23
calls: { any order: [{ a: { with: { n: 1 } } }, { a: { with: { n: 9 } } }] }
  passed @24 call a | calls.any order[0] | closest a at 1
  failed @67 call a | calls.any order[1] | closest a at 5 | made a,b,a,c | arguments.n: 9, not 2 @67
calls: [{ a: { with: { n: 9 } } }, { a: { with: { n: 2 } } }]
  failed @27 call a | calls[0] | closest a at 1 | made a,b,a,c | arguments.n: 9, not 1 @27
  passed @38 call a | calls[1] | closest a at 5
calls: { any order: [{ a: { with: { n: 2 } } }, { a: { with: { n: 9 } } }] }
  passed @24 call a | calls.any order[0] | closest a at 5
  failed @67 call a | calls.any order[1] | closest a at 1 | made a,b,a,c | arguments.n: 9, not 1 @67
calls: [{ a: { phase: pre, times: 0 } }]
  passed @35 call count a | calls[0] | counted none | made a,b,a,c
calls: { never: [{ a: { phase: pre } }] }
  passed @20 unexpected call never | calls.never[0]
calls: { post: [{ c: { times: 1 } }] }
  passed @31 call count c | calls.post[0] | counted 7 | made c
# a call that failed
calls: [{ a: { times: 2 } }]
  failed @23 call count a | calls[0] | counted 1 | made a | the number of calls of a: 2, not 1 @23 | is_error: false (write is_error: true if the tool should fail), not true @11
calls: [a]
  failed @9 call a | calls[0] | closest a at 1 | made a | is_error: false (write is_error: true if the tool should fail), not true @9
# a call without output
calls: { never: [{ a: { returns: { x: 1 } } }] }
  passed @20 unexpected call never | calls.never[0]
calls: { never: [a] }
  failed @18 unexpected call never | calls.never[0] | call a
# a call of no phase
calls: { during: [{ a: { times: < 3 } }] }
  passed @33 call count a | calls.during[0] | counted 1 | made a,b
calls: { during: [{ a: { times: < 3 } }, b] }
  passed @42 call b | calls.during[1] | closest b at 3
  not judged @33 call count a | calls.during[0] | counted 1 | made a,b | phase: during, not undefined @33
calls: { during: [{ a: { times: < 3 } }, { b: { times: 1 } }] }
  not judged @33 call count a | calls.during[0] | counted 1 | made a,b | phase: during, not undefined @33
  passed @56 call count b | calls.during[1] | counted 3 | made a,b
calls: { during: [{ a: { times: < 3 } }, x] }
  failed @42 call x | calls.during[1] | made a,b,a | in during
  passed @33 call count a | calls.during[0] | counted 1 | made a,b
calls: [{ a: { phase: during, times: < 3 } }]
  passed @38 call count a | calls[0] | counted 1 | made a,b,a
calls: [{ a: { phase: during, times: 2 } }]
  not judged @23 call count a | calls[0] | counted 1 | made a,b,a | phase: during, not undefined @23
calls: { during: { count: 3 } }
  not judged @27 call count | calls.during.count | made a,b | phase: during, not undefined @27
calls: { during: { count: 5 } }
  failed @27 call count | calls.during.count | made a,b | the number of calls: 5, not 2 @27
calls: { during: { count: < 4 } }
  passed @27 call count | calls.during.count | made a,b
calls: { during: none }
  failed @18 unexpected call none | calls.during.none | call a
  failed @18 unexpected call none | calls.during.none | call b
calls: { post: none }
  not judged @16 unexpected call none | calls.post.none | call a
calls: { during: { post: none } }
  passed @26 unexpected call none | calls.post.none
calls: { post: { post: none } }
  not judged @24 unexpected call none | calls.post.none | call a
calls: { pre: { never: [a] } }
  not judged @25 unexpected call never | calls.pre.never[0] | call a
calls: { during: { never: [{ a: { after: b } }] } }
  not judged @30 unexpected call never | calls.during.never[0] | call a
calls: { post: { never: [{ a: { before: b } }] } }
  passed @28 unexpected call never | calls.post.never[0]
calls: { during: { exactly: [a, b] } }
  passed @30 call a | calls.during.exactly[0] | closest a at 1
  passed @33 call b | calls.during.exactly[1] | closest b at 3
  not judged @20 unexpected call exactly | calls.during.exactly | call a
calls: { during: [{ a: { times: < 3, with: { n: 1 } } }] }
  passed @33 call count a | calls.during[0] | counted 1 | made a,b
# a call of no phase that failed
calls: { during: [{ a: { times: < 3 } }] }
  not judged @33 call count a | calls.during[0] | counted 1 | made a,b | phase: during, not undefined @33
calls: { during: [{ a: { times: 2 } }] }
  failed @33 call count a | calls.during[0] | counted 1 | made a,b | the number of calls of a: 2, not 1 @33
calls: { during: [{ a: { times: 1, is_error: false } }, b] }
  passed @57 call b | calls.during[1] | closest b at 3
  passed @33 call count a | calls.during[0] | counted 1 | made a,b
calls: { during: [{ a: { times: < 3, is_error: true } }] }
  passed @33 call count a | calls.during[0] | counted none | made a,b
# two calls of no phase
calls: { pre: [{ a: { times: 1 } }] }
  not judged @30 call count a | calls.pre[0] | counted none | phase: pre, not undefined @30
calls: { pre: [{ a: { times: { at least: 3 } } }] }
  failed @32 call count a | calls.pre[0] | counted none | the number of calls of a: at least 3, not 0 @32
calls: [{ a: { phase: pre, times: < 3 } }, { b: { times: < 2 } }]
  passed @35 call count a | calls[0] | counted none | made a,a
  passed @58 call count b | calls[1] | counted none | made a,a
calls: [{ a: { phase: pre, with: { n: { present: false } }, times: < 3 } }, { a: { with: { n: 2 } } }]
  passed @79 call a | calls[1] | closest a at 3
  passed @68 call count a | calls[0] | counted none | made a,a
calls: [{ a: { with: { n: 2 } } }, { a: { phase: pre, with: { n: { present: false } }, times: < 3 } }]
  passed @11 call a | calls[0] | closest a at 3
  not judged @50 call count a | calls[1] | counted none | made a,a | phase: pre, not undefined @50
# a call of no time
calls: [{ a: { within: 1 s, times: 2 } }]
  not judged @24 call count a | calls[0] | counted 1 | made a,a,b | executionTimeMs: at most 1 s, not undefined @24
calls: [{ a: { within: 1 s, times: < 3 } }]
  passed @36 call count a | calls[0] | counted 1 | made a,a,b
calls: [{ a: { within: 1 s, times: < 3 } }, b]
  passed @45 call b | calls[1] | closest b at 5
  passed @36 call count a | calls[0] | counted 1 | made a,a,b
calls: [{ a: { with: { m: { not: 1 } }, times: 0 } }]
  not judged @29 call count a | calls[0] | counted none | made a,a,b | arguments.m: not 1, not undefined @29
calls: [{ a: { with: { n: 2 }, within: 1 s, times: < 3 } }, { a: { with: { n: 1 } } }]
  passed @63 call a | calls[1] | closest a at 1
  not judged @40 call count a | calls[0] | counted none | made a,a,b | executionTimeMs: at most 1 s, not undefined @40
latency: { tool: 1 s }
  passed @18 latency tool
  not judged @18 latency tool
  passed @18 latency tool
# an output that says one thing twice
calls: { never: [a] }
  failed @18 unexpected call never | calls.never[0] | call a
calls: { never: [{ a: { returns: { x: 1 } } }] }
  not judged @20 unexpected call never | calls.never[0] | call a
calls: { never: [{ a: { with: { n: 1 }, returns: { x: 1 } } }] }
  passed @20 unexpected call never | calls.never[0]
calls: { never: [{ b: { returns: { x: 1 } } }] }
  passed @20 unexpected call never | calls.never[0]
calls: [{ a: { times: 1, returns: { x: 1 } } }]
  not judged @37 call count a | calls[0] | counted none | made a,b | output.x: a member of this name once, not "{\"x\":1,\"x\":2}" @37
`

/** Only scripts and styles of this origin: whatever an agent says, nothing else can run or load. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

/** The shell of the page of the local service; main.ts fills its parts. Served as `text/html; charset=utf-8`. */
export function pageHtml(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Tableread local service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_local/page.css">
<script type="module" src="/_local/page/console/main.js"></script>
</head>
<body>
<header class="top">
<h1>Tableread <span>local service</span></h1>
<nav id="tabs" aria-label="Views"></nav>
<div id="connection"></div>
</header>
<main>
<section id="sessions" data-open="false" aria-label="Sessions">
<div class="list-pane">
<div class="filter-bar">
<input id="filter" type="search" placeholder="Filter sessions" aria-label="Filter sessions" autocomplete="off" spellcheck="false">
<span id="session-count" aria-label="Sessions shown"></span>
</div>
<div id="session-list" class="scroll"></div>
</div>
<div class="detail-pane">
<article id="detail" class="scroll" tabindex="0" aria-label="Open session"></article>
<div id="composer"></div>
</div>
</section>
<section id="queue" class="scroll board" tabindex="0" aria-label="Call queue" hidden></section>
<section id="outbox" class="scroll board" tabindex="0" aria-label="Outbox" hidden></section>
<section id="service" class="scroll board" tabindex="0" aria-label="Service" hidden></section>
</main>
<div id="said" role="status"></div>
<div id="notice" role="alert"></div>
<noscript>This page needs JavaScript. The same data is JSON at /_local/state.</noscript>
</body>
</html>
`
}

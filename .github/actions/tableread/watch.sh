#!/usr/bin/env bash
# Checks the service once. The exit code goes to the output `code`, so that issues and reports come before the gate.
# TABLEREAD, COMMAND: words that spaces separate. RESULTS: what the check found is written to RESULTS/check.json, its
# reports to RESULTS/report.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -ra words <<<"$COMMAND"
rm -rf "$RESULTS"
mkdir -p "$RESULTS/report"
"${start[@]}" "${words[@]}" --once --json >"$RESULTS/check.json"
code=$?
echo "code=$code" >>"$GITHUB_OUTPUT"
find .tableread/watch -name '*.html' -newer "$RESULTS/report" -exec cp {} "$RESULTS/report/" \; 2>/dev/null
[ -s "$RESULTS/check.json" ] || echo "::error::nothing was checked (exit code $code)"
exit 0

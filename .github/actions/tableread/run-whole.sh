#!/usr/bin/env bash
# Runs all conversations on this machine and writes the summary of the job.
# COMMAND: words that spaces separate. TABLEREAD, RESULTS, LINT: see reports.sh.
set -uo pipefail
source "$(dirname "$0")/reports.sh"
read -ra words <<<"$COMMAND"
lint_first && reported "${words[@]}"
finish $?

#!/usr/bin/env bash
# The name under which comment, check and artifacts of this project are kept, in characters that all three take; empty
# where a repository has one project.
# NAME: as it was given. DIRECTORY: the folder of the suites.
set -uo pipefail
name=${NAME:-$DIRECTORY}
name=$(printf '%s' "$name" | tr -c 'A-Za-z0-9._' '-' | tr -s '-' | sed -E 's/^[.-]+//; s/-+$//' | cut -c 1-60)
echo "name=$name" >>"$GITHUB_OUTPUT"
echo "suffix=${name:+-$name}" >>"$GITHUB_OUTPUT"
